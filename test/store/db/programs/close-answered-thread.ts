// Closes a thread whose answer has come and was not heard yet. Nothing else keeps this process alive.

import { existsSync } from 'node:fs'
import { createThread } from '../../../../server/db/sqlite/thread.ts'

const [, , file = ''] = process.argv
const thread = createThread<string>(() => new URL('telling-thread.ts', import.meta.url), file)
thread.ask('a').catch(() => {})
// Without a turn of the event loop.
while (!existsSync(file));
await thread.close()
process.stdout.write('closed\n')
