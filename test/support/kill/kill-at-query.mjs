// Loaded before a program: kills it with SIGKILL before or after its n-th query of PostgreSQL that contains a text, as
// KILL_AT_QUERY says: `after 3 insert into "events"`.

import { Client } from 'pg'

const [, when, number, text = ''] =
  /^(before|after) (\d+) (.*)$/.exec(process.env.KILL_AT_QUERY ?? '') ?? []
const original = Client.prototype.query
let calls = 0
Client.prototype.query = function query(...given) {
  const sql = typeof given[0] === 'string' ? given[0] : (given[0]?.text ?? '')
  const isCounted = text !== '' && sql.includes(text)
  if (isCounted) calls += 1
  const isNow = isCounted && calls === Number(number)
  if (isNow && when === 'before') process.kill(process.pid, 'SIGKILL')
  const result = original.apply(this, given)
  if (isNow && typeof result?.then === 'function') {
    return result.then(() => process.kill(process.pid, 'SIGKILL'))
  }
  return result
}
