// When an API key expires soon: the overview and the list of keys say so. Pure; the console imports it.

import { dayMs } from '../kernel/durations.ts'

/** Leaves time to rotate a key before its clients are refused. */
export const keyExpiresSoonMs = 14 * dayMs
