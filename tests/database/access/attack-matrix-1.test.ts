import { holdAgainstTheTable } from './matrix';

holdAgainstTheTable(0);
