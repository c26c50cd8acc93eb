// The drawn passport of the reader's tests, with other digits in its second line: each is a copy of the same digit
// elsewhere in the line, so that no font is needed.

import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { checkDigit } from '../../../server/mrz/check-digit.ts'

/** As the client claims them for this document. */
export const passportClaims = {
  country: 'SN',
  id_type: 'passport',
  id_number: 'A05482731',
  first_name: 'Awa Fatou',
  last_name: 'Diallo',
  date_of_birth: '1991-02-03',
} as const

const photo = readFileSync(new URL('../../unit/mrz/passport.jpg', import.meta.url))
const printed = 'A054827318SEN9102033F33061491910203<<<<<<<20'

/** In pixels: the middle of the line's first character, and the way from one to the next. */
const first = { x: 115.5, y: 782 }
const step = { x: 22.95, y: 0.98 }
const cell = { width: 22, height: 32 }

export function drawPassport(): Buffer {
  return photo
}

/** The number's check digit is wrong; with more contrast, so that it is read surely. */
export async function drawWrongDigit(): Promise<Buffer> {
  const wrong = await retype(`${printed.slice(0, 9)}5${printed.slice(10)}`)
  return sharp(wrong).linear(1.8, -140).jpeg({ quality: 95 }).toBuffer()
}

/** All check digits hold. @param expires YYMMDD */
export function drawExpiring(expires: string): Promise<Buffer> {
  const dated = printed.slice(0, 21) + expires + checkDigit(expires) + printed.slice(28, 43)
  const covered = dated.slice(0, 10) + dated.slice(13, 20) + dated.slice(21, 43)
  return retype(dated + checkDigit(covered))
}

async function retype(line: string): Promise<Buffer> {
  const copies = [...line].flatMap((character, index) => {
    if (character === printed[index]) return []
    const from = printed.indexOf(character)
    if (from < 0) throw new Error(`the passport shows no ${character}`)
    return [{ from: placeOf(from), to: placeOf(index) }]
  })
  const parts = copies.map(async ({ from, to }) => {
    return {
      input: await sharp(photo)
        .extract({ ...from, ...cell })
        .png()
        .toBuffer(),
      ...to,
    }
  })
  return sharp(photo)
    .composite(await Promise.all(parts))
    .jpeg({ quality: 95 })
    .toBuffer()
}

function placeOf(index: number) {
  return {
    left: Math.round(first.x + index * step.x - cell.width / 2),
    top: Math.round(first.y + index * step.y - cell.height / 2),
  }
}
