/** The desktop app on virtual instruments, behind a real USB stack. */
import { describeGuest } from './support/describe-guest.ts';

describeGuest('app', 2_400_000);
