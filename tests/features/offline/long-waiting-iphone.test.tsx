import { warnsAfterADay } from './long-waiting';
import { IPHONE } from './safaris';

warnsAfterADay('an iPhone', IPHONE);
