// Slow: reads and writes images of full size.
// SQLite only: about files and decoders, which know no database.

import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { before, beforeEach, describe, test } from 'node:test'
import sharp from 'sharp'
import type { IdentityProvider, ProviderImage } from '../../../server/providers/provider.ts'
import { call } from '../../support/api-client.ts'
import { drawCard, drawPhonePhoto, drawSelfie, toPng } from '../../support/images/images.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { liveForm, startAppliance } from '../../support/running-appliance.ts'

describe('the images of a live verification', () => {
  const app = openedBefore(() =>
    startAppliance({
      wrapProvider: (provider) => notingImages(provider, (images) => arrived.push(images)),
    }),
  )
  let card: Buffer
  let selfie: Buffer
  let arrived: (readonly ProviderImage[])[] = []
  before(async () => {
    card = await drawCard()
    selfie = await drawSelfie()
  })
  beforeEach(() => {
    arrived = []
  })

  const fields = { country: 'SN', id_type: 'national_id' }

  /** The images as the provider gets them, once the verification has ended well. */
  async function sent(form: FormData): Promise<ReadonlyMap<string, Buffer>> {
    const answer = await call(`${app.url}/kyc/verify`, { key: app.liveKey, body: form })
    assert.equal(answer.status, 202, answer.text)
    assert.equal((await app.finish(String(answer.data.id))).status, 'approved')
    assert.equal(arrived.length, 1)
    return new Map(arrived.flat().map(({ role, jpeg }) => [role, jpeg]))
  }

  test('go to the provider byte for byte where they are upright JPEG', async () => {
    const images = await sent(liveForm(fields, { front_image: card, selfie_image: selfie }))
    assert.deepEqual([...images.keys()].toSorted(), ['front', 'selfie'])
    assert.ok(images.get('front')?.equals(card))
    assert.ok(images.get('selfie')?.equals(selfie))
  })

  test('may have the back of the document among them', async () => {
    const back = await drawCard({ text: ['ADRESSE', 'RUE DE TEST', 'DAKAR'] })
    const files = { front_image: card, back_image: back, selfie_image: selfie }
    const images = await sent(liveForm(fields, files))
    assert.ok(images.get('back')?.equals(back))
    const roles = app.simulator.ledger().at(-1)?.images
    assert.deepEqual(roles?.toSorted(), ['back', 'front', 'selfie'])
  })

  test('become JPEG for the provider where they are PNG', async () => {
    const png = await toPng(card)
    const images = await sent(liveForm(fields, { front_image: png, selfie_image: selfie }))
    const metadata = await sharp(images.get('front')).metadata()
    assert.deepEqual([metadata.format, metadata.width, metadata.height], ['jpeg', 1600, 1008])
  })

  test('arrive upright where a phone stored them on their side', async () => {
    const photo = await drawPhonePhoto({ width: 2_000, height: 1_500 })
    assert.equal((await sharp(photo).metadata()).orientation, 6)
    const images = await sent(liveForm(fields, { front_image: photo, selfie_image: selfie }))
    const { format, width, height, orientation, exif } = await sharp(images.get('front')).metadata()
    assert.deepEqual([format, width, height], ['jpeg', 1500, 2000])
    assert.deepEqual([orientation ?? 1, exif], [1, undefined])
  })

  test('are taken whatever their names and types say, and keep no name', async () => {
    const form = liveForm(fields, {})
    const png = new Blob([new Uint8Array(await toPng(selfie))], { type: 'text/html' })
    form.set('front_image', new Blob([new Uint8Array(card)]), '../../../climbed-up.svg')
    form.set('selfie_image', png, '/tmp/climbed-up\u202egpj.exe')
    await sent(form)
    const names = readdirSync(app.dataDir, { recursive: true }).map(String)
    assert.ok(names.some((name) => /images\/2026-11-21\/img_[0-9a-z]{26}$/.test(name)))
    assert.ok(!names.some((name) => /climbed-up/.test(name)))
  })
})

/** The provider itself, and a look at each set of images that is packed for it. */
function notingImages(
  provider: IdentityProvider,
  note: (images: readonly ProviderImage[]) => void,
): IdentityProvider {
  return {
    ...provider,
    submit(submission, signal) {
      const openImages = async () => {
        const images = await submission.openImages()
        note(images)
        return images
      }
      return provider.submit({ ...submission, openImages }, signal)
    },
  }
}
