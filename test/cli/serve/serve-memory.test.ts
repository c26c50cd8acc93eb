import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { ManualClock } from '../../support/manual-clock.ts'
import { install } from '../installation.ts'
import { startSvc } from '../memory-shell.ts'

test('a server keeps new objects young, and collects the garbage of its start once it is at rest', async (t) => {
  const { configFile } = await install(t)
  const clock = new ManualClock()
  const asked: string[] = []
  const collector = {
    keepYoung: () => void asked.push('young'),
    collectAll: () => void asked.push('all'),
  }
  const args = ['serve', '--port', '0', '--config', configFile]
  const running = startSvc(args, { clock, collector })
  t.after(async () => {
    running.signal('SIGTERM')
    await running.ended
  })
  await running.seen('err', 'Stop with Ctrl-C')
  assert.equal(asked.join(), 'young')
  for (let round = 0; round < 1_000 && !asked.includes('all'); round += 1) {
    // At rest by its event loop, half a second later by its clock.
    await pause(20)
    clock.advance(500)
  }
  assert.deepEqual(asked, ['young', 'all'])
})
