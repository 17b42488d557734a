// The first of three parts of the access matrix (matrix.ts), which run in parallel.
import { testAccess } from './matrix';

testAccess(0);
