import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { canWait, fitsSchema } from '../../../server/db/schema-fit.ts'
import type { MigrationKind } from '../../../server/kernel/applied-migration.ts'

const steps = (...kinds: MigrationKind[]) =>
  kinds.map((kind, place) => ({ version: place + 1, kind, name: kind, up: async () => {} }))

describe('a release and the schema of another', () => {
  test('fit where newer releases have only added, or where only its own removals are missing', () => {
    const old = steps('additive')
    const cases = [
      [steps('additive'), old, true],
      [steps('additive', 'additive'), old, true],
      [steps('additive', 'additive', 'contracting'), old, false],
      [steps('additive', 'rewriting'), old, false],
      [old, steps('additive', 'contracting'), true],
      [old, steps('additive', 'additive', 'contracting'), false],
      [steps('additive', 'additive'), steps('additive', 'additive', 'contracting'), true],
    ] as const
    for (const [applied, known, expected] of cases) {
      const told = `${applied.map(({ kind }) => kind)} | ${known.map(({ kind }) => kind)}`
      assert.equal(fitsSchema(applied, known), expected, told)
    }
  })

  test('let only the last removals wait', () => {
    const versions = (...kinds: MigrationKind[]) =>
      canWait(steps(...kinds)).map((one) => one.version)
    assert.deepEqual(versions('additive', 'contracting', 'contracting'), [2, 3])
    assert.deepEqual(versions('contracting', 'additive'), [])
    assert.deepEqual(versions('rewriting'), [])
  })
})
