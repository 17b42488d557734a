import { testAccess } from './matrix';

testAccess(1);
