import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type ImageFindingCode, imageFindingCodes } from '../../../server/images/image.ts'
import {
  faultOfFinding,
  faultsOfMissingFiles,
} from '../../../server/verifications/submission/image-fields.ts'

describe('the files of the form', () => {
  const table: readonly (readonly [sent: readonly string[], missing: readonly string[]])[] = [
    [[], ['front_image', 'selfie_image']],
    [['front_image'], ['selfie_image']],
    [['selfie_image', 'back_image'], ['front_image']],
    [['front_image', 'selfie_image'], []],
    [['front_image', 'selfie_image', 'back_image'], []],
  ]
  for (const [sent, missing] of table) {
    test(`${sent.join(', ') || 'nothing'} lacks ${missing.join(', ') || 'nothing'}`, () => {
      const faults = faultsOfMissingFiles(new Set(sent))
      assert.deepEqual(
        faults.map(({ param, code }) => `${param} ${code}`),
        missing.map((field) => `${field} missing`),
      )
    })
  }
})

describe('a finding that is enforced', () => {
  const measured: Readonly<Record<ImageFindingCode, string>> = {
    image_too_small: '34 pixels, at least 70 needed',
    image_blurred: 'sharpness 34, at least 70 needed',
    image_too_narrow: '34 times as long as wide, at most 70 allowed',
    image_compressed: '34 compression steps, at most 70 allowed',
    image_glare: '34 percent of it burnt out, at most 70 allowed',
    image_dark: 'brightness 34 of 255, at least 70 needed',
  }
  for (const code of imageFindingCodes) {
    test(`${code} names the field, what to do, and the figure against its limit`, () => {
      const finding = { role: 'selfie', code, figure: 34, limit: 70, unit: 'any' } as const
      const fault = faultOfFinding(finding)
      assert.deepEqual([fault.param, fault.code], ['selfie_image', 'invalid_image'])
      assert.match(fault.message, /^selfie_image [a-z]/)
      assert.ok(fault.message.endsWith(` (${measured[code]}).`), fault.message)
    })
  }
})
