import { testAccess } from './matrix';

testAccess(0);
