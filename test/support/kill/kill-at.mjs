// Loaded before a program: kills it with SIGKILL before or after its n-th call of a function of `node:fs`, as
// KILL_AT says: `before linkSync 2`.

import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const [when, name, number] = (process.env.KILL_AT ?? '').split(' ')
const original = fs[name]
if (typeof original === 'function') {
  let calls = 0
  fs[name] = (...given) => {
    calls += 1
    const isNow = calls === Number(number)
    if (isNow && when === 'before') process.kill(process.pid, 'SIGKILL')
    const result = original(...given)
    if (isNow) process.kill(process.pid, 'SIGKILL')
    return result
  }
  syncBuiltinESMExports()
}
