import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import {
  advisoryQuestion,
  findAdvisories,
  parseAdvisories,
} from '../../../scripts/supply/advisories.ts'
import { readLicencePage } from '../../../scripts/supply/licences.ts'
import { readShipment } from '../../../scripts/supply/lockfile.ts'
import { checkRelease } from '../../../scripts/supply/release-check.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const { packages } = readShipment()
const koa = packages.find(({ name }) => name === 'koa')
const version = koa?.version ?? ''

const bulk = (name: string, range: string) => ({
  [name]: [
    { id: 1, url: 'https://x.example', title: 'Bad', severity: 'high', vulnerable_versions: range },
  ],
})
const osv = (name: string, events: readonly Record<string, string>[], more = {}) => ({
  id: 'GHSA-x',
  summary: 'Bad',
  affected: [{ package: { ecosystem: 'npm', name }, ranges: [{ type: 'SEMVER', events }] }],
  ...more,
})

function hits(document: unknown): number {
  return findAdvisories(packages, parseAdvisories(JSON.stringify(document))).length
}

describe('advisories', () => {
  test('as the bulk endpoint answers them apply by version', () => {
    assert.equal(hits(bulk('koa', `<=${version}`)), 1)
    assert.equal(hits(bulk('koa', `<${version}`)), 0)
    assert.equal(hits(bulk('koa', `<0.1.0 || >=${version}`)), 1)
    assert.equal(hits(bulk('vite', '*')), 0, 'a builder is not shipped')
    assert.equal(hits({}), 0)
  })

  test('in the OSV format apply from introduced to fixed, or for ever', () => {
    assert.equal(hits([osv('koa', [{ introduced: '0' }])]), 1)
    assert.equal(hits([osv('koa', [{ introduced: '0' }, { fixed: version }])]), 0)
    assert.equal(hits([osv('koa', [{ introduced: '0' }, { last_affected: version }])]), 1)
    assert.equal(
      hits([osv('koa', [{ introduced: '0' }, { fixed: '1.0.0' }, { introduced: version }])]),
      1,
    )
    assert.equal(hits(osv('koa', [{ introduced: '0' }])), 1, 'one record alone')
    assert.equal(hits([osv('koa', [{ introduced: '0' }], { withdrawn: '2026-01-01' })]), 0)
    const elsewhere = { package: { ecosystem: 'PyPI', name: 'koa' }, versions: [version] }
    assert.equal(hits([{ id: 'PYSEC-x', affected: [elsewhere] }]), 0)
    const lines = [osv('koa', [{ introduced: '0' }]), osv('zod', [{ introduced: '0' }])]
    const text = lines.map((one) => JSON.stringify(one)).join('\n')
    assert.equal(findAdvisories(packages, parseAdvisories(text)).length, 2)
  })

  test('in no form that is known are refused', () => {
    for (const text of [
      '',
      '[]',
      '"none"',
      '{"koa": "fine"}',
      '{"koa": [{"id": 1}]}',
      'not JSON',
    ]) {
      assert.throws(() => parseAdvisories(text), text)
    }
  })

  test('are asked for by name and version', () => {
    assert.deepEqual(advisoryQuestion(packages).koa, [version])
  })
})

describe('the check of a release', () => {
  const judged = (t: TestContext, document: unknown) => {
    const file = join(tempFolder(t), 'advisories.json')
    writeFileSync(file, JSON.stringify(document))
    return checkRelease(packages, readLicencePage(), file)
  }

  test('passes where no advisory applies, and says what it looked at', (t) => {
    const { lines, status } = judged(t, bulk('koa', '<0.0.1'))
    assert.equal(status, 0)
    assert.match(lines.join('\n'), /1 advisories in .*0 of them apply/)
  })

  test('fails where one applies, and names it', (t) => {
    const { lines, status } = judged(t, bulk('koa', '*'))
    assert.equal(status, 1)
    assert.equal(lines[0], `koa@${version}: high 1 Bad`)
  })

  test('does not pass where nothing could be looked at', (t) => {
    assert.equal(checkRelease(packages, readLicencePage(), undefined).status, 2)
    assert.equal(checkRelease(packages, readLicencePage(), '/nowhere/at-all.json').status, 2)
    assert.equal(judged(t, []).status, 2)
  })

  test('fails where the page of licences is another', (t) => {
    const file = join(tempFolder(t), 'advisories.json')
    writeFileSync(file, '{}')
    assert.equal(checkRelease(packages, '# Another', file).status, 1)
  })
})
