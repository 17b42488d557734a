import { warnsAfterADay } from './long-waiting';
import { MAC } from './safaris';

warnsAfterADay('a Mac', MAC);
