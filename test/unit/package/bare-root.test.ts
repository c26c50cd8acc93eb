import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { faultOfBareRoot } from '../../../scripts/package/bare-root.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const own = process.getuid?.() ?? 0

describe('the bare Debian that root runs for a trial', () => {
  test('may be missing, or a folder of root that nobody else can write', (t) => {
    const folder = join(tempFolder(t), 'bare')
    assert.equal(faultOfBareRoot(folder, own), undefined)
    mkdirSync(folder, { mode: 0o755 })
    assert.equal(faultOfBareRoot(folder, own), undefined)
  })

  test('is refused where another user made it, may write it, or may put another in its place', (t) => {
    const above = tempFolder(t)
    const folder = join(above, 'bare')
    mkdirSync(folder)
    assert.match(`${faultOfBareRoot(folder, own + 1)}`, /bare belongs to another user/)
    chmodSync(folder, 0o775)
    assert.match(`${faultOfBareRoot(folder, own)}`, /other users can write .*bare/)
    chmodSync(folder, 0o755)
    chmodSync(above, 0o777)
    assert.match(`${faultOfBareRoot(folder, own)}`, /other users can replace/)
    chmodSync(above, 0o1777)
    assert.equal(faultOfBareRoot(folder, own), undefined, 'as in /tmp')
    symlinkSync(folder, join(above, 'link'))
    writeFileSync(join(above, 'file'), '')
    for (const name of ['link', 'file']) {
      assert.match(`${faultOfBareRoot(join(above, name), own)}`, /is not a folder/)
    }
  })

  for (const [program, setting] of [
    ['try-release.ts', 'SVC_BARE_ROOT'],
    ['try-unit.ts', 'SVC_BARE_SYSTEMD'],
  ] as const) {
    test(`${program} refuses it before it packs anything`, { skip: own !== 0 }, (t) => {
      const folder = join(tempFolder(t), 'bare')
      mkdirSync(folder)
      chmodSync(folder, 0o777)
      const file = fileURLToPath(new URL(`../../../scripts/package/${program}`, import.meta.url))
      const env = { ...process.env, [setting]: folder }
      const { status, stderr } = spawnSync(process.execPath, [file], { env, encoding: 'utf8' })
      if (stderr.startsWith('not run: ')) return t.skip(stderr)
      assert.equal(status, 1)
      assert.match(stderr, new RegExp(`^refused: other users can write .*${setting}`))
    })
  }
})
