import type { SlotRequest } from '../../engine';
import { CHANNEL } from './wire';

/** A request for the next free slot of the number, wherever it is. */
export const ANY_SLOT: SlotRequest = { channel: CHANNEL, lead: 0 };
