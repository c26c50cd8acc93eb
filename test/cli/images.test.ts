// Slow: moves images between places. flow/nodes/images.test.ts keeps some in a bucket in the fast lane.
//
// `svc images`, and what `svc config check --connect` and `svc doctor` say of a bucket.

import assert from 'node:assert/strict'
import { appendFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { loadConfig } from '../../server/config.ts'
import { holdServerLock, serverLockFile } from '../../server/db/server-lock.ts'
import { imageFiles } from '../../server/images/storage/image-files.ts'
import { imageSettingsOf, startS3 } from '../support/images/images-in-s3.ts'
import type { S3Server } from '../support/servers/s3-server.ts'
import { openVersionedBucket } from '../support/servers/versioned-bucket.ts'
import { type Installation, install } from './installation.ts'

let s3: S3Server
before(async () => {
  s3 = await startS3()
})
after(() => s3.remove())

function setTo(svc: Installation, settings: Readonly<Record<string, string>>): void {
  const lines = Object.entries(settings).map(([name, value]) => {
    if (name !== 'SVC_IMAGES_S3_SECRET_KEY') return `${name}=${value}\n`
    const file = join(svc.folder, 'images-secret')
    writeFileSync(file, value, { mode: 0o600 })
    return `${name}_FILE=${file}\n`
  })
  appendFileSync(svc.configFile, lines.join(''))
}

async function withImages(t: TestContext, names: readonly string[]): Promise<Installation> {
  const svc = await install(t)
  const files = imageFiles(svc.dataDir, 'test')
  await files.prepare()
  for (const name of names) await files.placeEncrypted(name, Buffer.from(`sealed ${name}`))
  return svc
}

interface Entry {
  readonly action: string
  readonly outcome: string
  readonly actor: { readonly kind: string }
  readonly details: Readonly<Record<string, unknown>>
}

/** What the audit log says of images, newest first. */
async function entriesOf(svc: Installation): Promise<readonly Entry[]> {
  const { out } = await svc.svc(['audit', 'list', '--limit', '20', '--json'])
  const items: readonly Entry[] = JSON.parse(out).items
  return items.filter(({ action }) => action.startsWith('images.'))
}

/** The same: action, count and places. */
async function audited(svc: Installation): Promise<readonly unknown[]> {
  return (await entriesOf(svc)).map(({ action, details: { count, from_place, to_place } }) => [
    action,
    ...[count, from_place, to_place].filter((value) => value !== undefined),
  ])
}

const names = ['2026-11-23/img_1', '2026-11-23/img_2', '2026-11-24/img_3']

describe('svc images move', () => {
  test('copies to a bucket, compares, goes on where it ended, and deletes the old place at last', async (t) => {
    const svc = await withImages(t, names)
    const { SVC_IMAGES_URL: url = '', ...keys } = imageSettingsOf(s3, 'moved')
    const env = { env: keys }
    const move = async (...args: string[]) => {
      const ran = await svc.svc(['images', 'move', ...args, '--json'], env)
      assert.equal(ran.status, 0, ran.err)
      return JSON.parse(ran.out)
    }
    setTo(svc, { ...imageSettingsOf(s3, 'elsewhere') })
    const own = join(svc.dataDir, 'images')
    const first = await move('--from', own)
    assert.deepEqual([first.copied, first.present, first.source], [3, 0, 'kept'])
    const again = await move('--from', own)
    assert.deepEqual([again.copied, again.present], [0, 3])
    const deleted = await move('--from', own, '--delete-source', '--yes')
    assert.deepEqual([deleted.deleted, deleted.source], [3, 'deleted'])
    assert.deepEqual(
      readdirSync(own).flatMap((day) => readdirSync(join(own, day))),
      [],
    )
    const places = [own, `s3://${s3.bucket}/elsewhere at ${s3.endpoint}`]
    assert.deepEqual(await audited(svc), [
      ['images.removed', 3, ...places],
      ['images.moved', 3, ...places],
      ['images.moved', 3, ...places],
      ['images.moved', 3, ...places],
    ])
    assert.ok((await entriesOf(svc)).every(({ actor }) => actor.kind === 'cli'))
    const between = await move('--to', url)
    assert.equal(between.copied, 3)
    writeFileSync(join(svc.folder, '.svc-images'), '')
    const back = await move('--to', svc.folder)
    assert.equal(back.copied, 3)
    assert.ok(names.every((name) => existsSync(join(svc.folder, name))))
  })

  test('has an entry of what it copied before it failed, with both places', async (t) => {
    const svc = await withImages(t, names)
    const to = join(svc.folder, 'other')
    await mkdir(join(to, '2026-11-24', 'img_3'), { recursive: true })
    writeFileSync(join(to, '.svc-images'), '')
    const ran = await svc.svc(['images', 'move', '--to', to])
    assert.notEqual(ran.status, 0)
    const [entry] = await entriesOf(svc)
    const { count, from_place, to_place } = entry?.details ?? {}
    assert.deepEqual(
      [entry?.action, entry?.outcome, count, from_place, to_place],
      ['images.moved', 'failed', 2, join(svc.dataDir, 'images'), to],
    )
  })

  test('is refused while a server runs, without a place, and for the place in use', async (t) => {
    const svc = await withImages(t, [])
    const refusals = [
      [['--delete-source', '--to', '/tmp/x'], /old place only/],
      [[], /Give --to/],
      [['--to', join(svc.dataDir, 'images')], /settings name that place already/],
      [['--to', 's3://x'], /A bucket is named as s3:\/\/BUCKET/],
    ] as const
    for (const [args, message] of refusals) {
      const { status, err } = await svc.svc(['images', 'move', ...args])
      assert.equal(status, 2, err)
      assert.match(err, message)
    }
    const lock = holdServerLock(serverLockFile(svc.dataDir))
    t.after(() => lock.release())
    const { status } = await svc.svc(['images', 'move', '--to', join(svc.folder, 'other')])
    assert.notEqual(status, 0)
  })

  test('the bucket of another copy is adopted by a command', async (t) => {
    const svc = await install(t)
    const none = await svc.svc(['images', 'adopt', '--yes'])
    assert.match(none.err, /SVC_IMAGES_URL is not set/)
    setTo(svc, imageSettingsOf(s3, 'adopted'))
    assert.equal((await svc.json(['images', 'adopt', '--yes'])).place, `s3://${s3.bucket}/adopted`)
    assert.deepEqual(await audited(svc), [['images.place_taken', `s3://${s3.bucket}/adopted`]])
  })
})

describe('a bucket of images', () => {
  test('is tried by svc config check --connect and svc doctor --connect', async (t) => {
    const svc = await install(t)
    const place = await openVersionedBucket(t)
    setTo(svc, imageSettingsOf(place, 'images'))
    const checked = await svc.svc(['config', 'check', '--connect'])
    assert.match(checked.out, /Store of the images s3:\/\/kept\/images/)
    assert.match(checked.out, /locks objects/)
    assert.match((await svc.svc(['status'])).out, /Images.*in s3:\/\/kept\/images/)
    const found = async () => {
      const { out } = await svc.svc(['doctor', '--only', 'image_store', '--connect', '--json'])
      return JSON.stringify(JSON.parse(out))
    }
    assert.match(await found(), /"locked"|locks objects/)
    place.isBusy = true
    const failed = await svc.svc(['config', 'check', '--connect'])
    assert.equal(failed.status, 3)
    assert.match(failed.out, /too busy \(503, SlowDown\)/)
    assert.match(await found(), /does not answer/)
    const { out, status } = await svc.svc(['status'])
    assert.equal(status, 3)
    assert.match(out, /Submissions are refused .* too busy/)
  })

  test('needs a key, a place of its own and a URL in the right form', () => {
    const load = (env: Readonly<Record<string, string>>) => () =>
      loadConfig({ profile: 'appliance', env, productDir: '/nowhere' })
    const good = imageSettingsOf({ ...s3, endpoint: 'https://s3.bank.example' }, 'images')
    const { SVC_IMAGES_URL: url = '', ...keys } = good
    assert.equal(load(good)().config.imagesS3?.url.prefix, 'images')
    const faults = [
      [{ SVC_IMAGES_URL: url }, /SVC_IMAGES_S3_KEY_ID must be set too/],
      [keys, /SVC_IMAGES_URL must be set too/],
      [{ ...keys, SVC_IMAGES_URL: 's3://kyc/images' }, /SVC_IMAGES_URL must be s3:/],
      [{ ...keys, SVC_IMAGES_URL: url.replace('https:', 'http:') }, /SVC_IMAGES_URL must be s3:/],
      [{ ...keys, SVC_IMAGES_URL: url.replace('/images', '/../x') }, /SVC_IMAGES_URL must be s3:/],
      [{ ...keys, SVC_IMAGES_URL: `${url}&x=1` }, /SVC_IMAGES_URL must be s3:/],
    ] as const
    for (const [env, message] of faults) assert.throws(load(env), message)
  })
})
