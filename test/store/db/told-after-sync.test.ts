// What another system is told, and what cannot be undone, waits until the commits that it follows are on disk.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { keepHeadMark } from '../../../server/audit/head-mark.ts'
import { publishHead } from '../../../server/audit/publish-head.ts'
import type { ImageFiles } from '../../../server/images/storage/image-files.ts'
import { sweepImages } from '../../../server/images/storage/sweep-images.ts'
import { silentLog } from '../../../server/kernel/log.ts'
import { copyNextEntries } from '../../../server/operations/second-systems/copy-entries.ts'
import { openAuditLog } from '../../support/audit-log.ts'
import { holdSyncs } from '../../support/hold-syncs.ts'
import { ok, openDispatchScene } from '../../support/scenes/dispatch-scene.ts'
import { turns, until } from '../../support/turns.ts'

test('a delivery', async (t) => {
  const scene = await openDispatchScene(t)
  scene.onSend((sent) => sent.end(ok))
  await scene.register('one')
  await scene.publishEvent(3)
  const held = holdSyncs(scene.db)
  scene.dispatcher.start()
  await held.asked
  await turns(200)
  assert.equal(scene.sent.length, 0)
  held.release()
  await scene.dispatcher.idle()
  assert.equal(scene.sent.length, 3)
})

test('a delivery that was read with others is sent without a wait for later commits', async (t) => {
  const scene = await openDispatchScene(t)
  scene.onSend((sent) => scene.sent.length < 16 && sent.end(ok))
  await scene.register('one')
  await scene.publishEvent(100)
  scene.dispatcher.start()
  await until(() => scene.underWay().length === 8)
  const [sentBefore, held] = [scene.sent.length, holdSyncs(scene.db)]
  scene.onSend((sent) => sent.end(ok))
  for (const one of scene.underWay()) one.end(ok)
  await held.asked
  await turns(200)
  const read = scene.sent.length
  assert.ok(read >= sentBefore + 8 && read < 100, `${read}`)
  held.release()
  await scene.dispatcher.idle()
  assert.equal(scene.sent.length, 100)
})

test('the checkpoints of the audit log and its copies', async (t) => {
  const { db, clock, folder } = await openAuditLog(t, 3)
  const [mark, kept] = [join(folder, 'audit-head'), join(folder, 'kept-heads')]
  const needs = { db, clock, log: silentLog }
  const copied: string[] = []
  const target = {
    place: {},
    append: async (lines: readonly string[]) => copied.push(...lines),
    close: async () => {},
  }
  const held = holdSyncs(db)
  const told = [
    keepHeadMark({ ...needs, config: { dataDir: folder }, node: { id: 'node_1' } }),
    publishHead({ ...needs, config: { auditHeadFile: kept } }),
    copyNextEntries({ db }, 'file', target),
  ] as const
  await held.asked
  await turns(200)
  assert.deepEqual([existsSync(mark), existsSync(kept), copied.length], [false, false, 0])
  held.release()
  const [headMark] = await Promise.all(told)
  await headMark.stop()
  assert.deepEqual([existsSync(mark), existsSync(kept), copied.length], [true, true, 3])
})

test('the removal of images that no row names', async (t) => {
  const { db, clock } = await openAuditLog(t, 1)
  const removed: string[] = []
  const files = {
    async *list() {
      yield ['img_00000000000000000000000000']
    },
    remove: async (names: readonly string[]) => void removed.push(...names),
  } as unknown as ImageFiles
  const held = holdSyncs(db)
  const sweeping = sweepImages({ db, files }, clock.now())
  await held.asked
  await turns(200)
  assert.equal(removed.length, 0)
  held.release()
  assert.deepEqual([await sweeping, removed.length], [1, 1])
})
