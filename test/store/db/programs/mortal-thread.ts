// A thread that echoes, refuses or dies, as asked.

import { answerInThread } from '../../../../server/db/sqlite/thread-messages.ts'

answerInThread((request: string) => {
  if (request === 'die') process.exit(1)
  if (request === 'refuse') throw Object.assign(new Error('no'), { code: 'SQLITE_FULL' })
  return request
})
