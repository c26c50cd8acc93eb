import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { keepHeadMark } from '../../../server/audit/head-mark.ts'
import { captureLog } from '../../support/captured-log.ts'
import { openTestDatabase } from '../../support/database.ts'

test('nodes that share a data folder keep one mark of the head, and do not disturb each other', async (t) => {
  const { db, clock, folder } = await openTestDatabase(t)
  const { log, lines } = captureLog(clock)
  for (let round = 0; round < 20; round += 1) {
    const marks = await Promise.all(
      ['node_1', 'node_2', 'node_3'].map((id) =>
        keepHeadMark({ db, clock, log, config: { dataDir: folder }, node: { id } }),
      ),
    )
    await Promise.all(marks.map((mark) => mark.stop()))
  }
  assert.deepEqual(lines, [])
  const kept = readdirSync(folder).filter((name) => name.startsWith('audit-head'))
  assert.deepEqual(kept, ['audit-head'])
})
