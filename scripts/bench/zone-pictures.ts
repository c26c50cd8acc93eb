// The pictures that the reader of zones is measured with: simulated photos, pages and faces without a zone, and the
// specimens beside the repository, where they are, in four rotations.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import type { MrzFormat } from '../../server/mrz/mrz-layouts.ts'
import { pictureWithoutZone, zonePhoto } from '../specimens/zones/zone-photos.ts'

export interface ZonePhoto {
  readonly name: string
  readonly picture: Buffer
  /** Undefined where the picture shows no zone. */
  readonly lines: readonly string[] | undefined
}

/** Cards are Senegalese and Moroccan in turn, other documents of many states. */
export async function* zonePhotos(
  formats: readonly MrzFormat[],
  count: number,
): AsyncGenerator<ZonePhoto> {
  for (const format of formats) {
    for (let index = 0; index < count; index += 1) {
      const state = format === 'TD1' ? (index % 2 === 0 ? 'SEN' : 'MAR') : undefined
      yield await zonePhoto(format, index, state)
    }
  }
}

const own = new URL('../../data/reference/specimens/', import.meta.url)
const withoutZone = [
  'selfie.jpg',
  'selfie-youssef.jpg',
  'senegal-id-front.jpg',
  'morocco-cin-front.jpg',
  'voter-card-front.jpg',
]

export async function* pagesWithoutZone(count: number): AsyncGenerator<ZonePhoto> {
  for (let index = 0; index < count; index += 1) {
    const name = withoutZone[index]
    const picture =
      name === undefined ? await pictureWithoutZone(index) : readFileSync(new URL(name, own))
    yield { name: name ?? `page ${index}`, picture, lines: undefined }
  }
}

const folder =
  process.env.SVC_TEST_FIXTURES ??
  fileURLToPath(new URL('../../../shared/fixtures/documents', import.meta.url))

/** What is printed on them, transcribed by eye. */
const transcribed: Readonly<Record<string, readonly string[]>> = {
  '0_pass-lva.jpg': [
    'PALVAMOHAMADA<<FARIDA<<<<<<<<<<<<<<<<<<<<<<<',
    'LT00000004XXC8605102F1210314111111<11648<<86',
  ],
  '100_id-rou.jpg': [
    'IDROUSAVA<<SUPERMAN<<<<<<<<<<<<<<<<<',
    'HD198025<51328505095M130509012049941',
  ],
  '100_pass-lux.jpg': [
    'P<LUXMAUS<<KETTY<<<<<<<<<<<<<<<<<<<<<<<<<<<<',
    'S998527<<4LUX7806201F110808403060021041<<<96',
  ],
  '100_pass-uto.jpg': [
    'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
    'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
  ],
  '43_pass-fra.jpg': [
    'P<FRAULYSSE<<CHRISTOPHE<<<<<<<<<<<<<<<<<<<<<',
    '08CD503380FRA6004103M1806058<<<<<<<<<<<<<<06',
  ],
  '79_pass-can.jpg': [
    'P<CANMARTIN<<SARAH<<<<<<<<<<<<<<<<<<<<<<<<<<',
    'ZE000509<9CAN8501019F2301147<<<<<<<<<<<<<<08',
  ],
  'id1.jpg': ['IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<', '9409923102854CORINNE<<<<<<<6512068F4'],
  'passport-td3.jpg': [
    'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
    'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
  ],
}

export async function* fixturePhotos(): AsyncGenerator<ZonePhoto> {
  for (const [file, lines] of Object.entries(transcribed)) {
    const path = join(folder, file)
    if (!existsSync(path)) continue
    for (const degrees of [0, 90, 180, 270]) {
      const picture = await sharp(path).rotate(degrees).jpeg({ quality: 95 }).toBuffer()
      yield { name: `${file} ${degrees}°`, picture, lines }
    }
  }
}
