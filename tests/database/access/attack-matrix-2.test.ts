import { holdAgainstTheTable } from './matrix';

holdAgainstTheTable(1);
