/** The headless service on virtual instruments, behind a real USB stack. */
import { describeGuest } from './support/describe-guest.ts';

describeGuest('devices', 900_000);
