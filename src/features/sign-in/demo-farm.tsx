import { DemoCard } from './demo-card';

const OWNER = { email: 'owner@demo.test', password: 'demo-farm-2026' };

/** Signs in as the owner of the demo farm of the embedded backend, which everybody has for themselves. */
export const DemoFarm = () => <DemoCard account={OWNER}>Look round, and change what you like.</DemoCard>;
