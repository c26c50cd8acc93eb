import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { decoderLimits } from '../../../server/images/decoder.ts'
import { openPictureProgram } from '../../../server/images/picture-program.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { turns } from '../../support/turns.ts'

describe('a program that works on pictures', () => {
  test('has twice the time to start after each start that was too slow, up to the longest', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
    const entry = join(tempFolder(t), 'never-ready.mjs')
    writeFileSync(entry, 'process.stdin.resume()')
    const kind = {
      entry: () => pathToFileURL(entry),
      heapMegabytesMax: 32,
      answerBytesMax: 0,
      parse: () => undefined,
      isReady: () => true,
    }
    const startMs = { first: 20_000, longest: 50_000 }
    const program = openPictureProgram(kind, { ...decoderLimits, startMs })
    t.after(() => program.close())
    for (const limitMs of [20_000, 40_000, 50_000, 50_000]) {
      let failure: string | undefined
      const running = program.run({}, Buffer.alloc(0)).then((result) => {
        failure = result.kind === 'failed' ? result.failure : undefined
      })
      t.mock.timers.tick(limitMs - 1)
      await turns(3)
      assert.equal(failure, undefined, `${limitMs}`)
      t.mock.timers.tick(1)
      await running
      assert.equal(failure, 'slow_start')
      const again = await program.run({}, Buffer.alloc(0))
      assert.deepEqual(again, { kind: 'failed', failure: 'not_started' })
      t.mock.timers.tick(decoderLimits.backOffMs.longest)
    }
  })
})
