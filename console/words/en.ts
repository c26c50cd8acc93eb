// Every word of the console in English, by feature. The other languages have the same keys.

import account from './en/account.json' with { type: 'json' }
import door from './en/door.json' with { type: 'json' }
import errors from './en/errors.json' with { type: 'json' }
import frame from './en/frame.json' with { type: 'json' }
import keys from './en/keys.json' with { type: 'json' }

export const words = { account, door, errors, frame, keys }
