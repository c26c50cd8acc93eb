// Nodes that share a folder of images: none touches what another has staged, or placed and not yet committed.

import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { encryptionKey } from '../../../server/crypto/encrypt.ts'
import { newId } from '../../../server/kernel/ids.ts'
import { openInstallation, passTime } from '../../support/nodes.ts'

const key = encryptionKey(Buffer.alloc(32, 3))

test('what one node has staged and placed survives the start of another, until it is dead', async (t) => {
  const { nodes, clock, dataDir, start, close } = await openInstallation(1)
  t.after(close)
  const [first] = nodes
  assert.ok(first)
  const { files } = first.appliance
  const sink = files.openSink(key, 'image:ver_1:front')
  await sink.write(Buffer.from('half an image'))
  const other = files.openSink(key, 'image:ver_1:selfie')
  await other.write(Buffer.from('a whole one'))
  const place = `2026-11-21/${newId('img', clock.now())}`
  await files.place([{ staged: await other.finish(), file: place }])

  const second = await start()
  await passTime(clock, 1_000)
  assert.equal(readdirSync(join(dataDir, 'staging')).length, 1)
  assert.ok(existsSync(join(dataDir, 'images', place)))
  const staged = await sink.finish()
  assert.ok(existsSync(staged.path))

  first.clock.stop()
  await passTime(clock, 3_000)
  const { node, files: filesOfSecond } = second.appliance
  assert.equal(await filesOfSecond.clearStaging((ids) => node.deadAmong(ids)), 1)
  assert.ok(!existsSync(staged.path))
})
