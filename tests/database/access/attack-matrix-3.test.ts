import { holdAgainstTheTable } from './matrix';

holdAgainstTheTable(2);
