import { testAccess } from './matrix';

testAccess(2);
