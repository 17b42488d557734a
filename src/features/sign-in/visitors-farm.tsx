import { DemoCard } from './demo-card';

const { VITE_DEMO_EMAIL: email = '', VITE_DEMO_PASSWORD: password = '' } = import.meta.env;

/** Signs in to the demo farm of a hosted project, which all visitors share and nobody can change. */
export const VisitorsFarm = () => (
  <DemoCard account={{ email, password }}>Look round: nothing that you press changes it.</DemoCard>
);
