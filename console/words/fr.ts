// Every word of the console in French, by feature: the same keys as in English.

import account from './fr/account.json' with { type: 'json' }
import door from './fr/door.json' with { type: 'json' }
import errors from './fr/errors.json' with { type: 'json' }
import frame from './fr/frame.json' with { type: 'json' }
import keys from './fr/keys.json' with { type: 'json' }
import type { Words } from './language.ts'

export const words: Words = { account, door, errors, frame, keys }
