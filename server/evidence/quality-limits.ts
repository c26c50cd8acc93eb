// The limits of picture quality, and what is found where a figure misses one. Pure: what a finding leads
// to (off, warn, enforce) is decided by whoever asked.

import type { ImageRole, ProviderSubmission } from '../providers/provider.ts'
import type { Finding, FindingCode } from './evidence.ts'

/** What was measured of one picture. */
export interface QualityFigures {
  /** Of the picture as it was sent. */
  readonly longSidePixels: number
  readonly shortSidePixels: number
  /** Fine detail against coarse, where it is least: 0 nothing to see, 0.11 blurred, 0.4 and more sharp. No unit. */
  readonly sharpness: number
  /** Mean step between the levels that a JPEG keeps of coarse shapes: 13 at quality 50, 132 at 5; PNG 0. */
  readonly compressionStep: number
  /** Level, 0 to 255, that the brightest twentieth of the picture exceeds. */
  readonly brightnessLevel: number
  /** Percent of the picture that mirrored light has burnt out. */
  readonly glarePercent: number
}

/** What the provider asks for on a document of credit-card size: longer side in pixels. */
export const cardLongSidePixelsMin = 1_500

/** The same for a passport's page, whose small print is further away from the camera. */
export const passportLongSidePixelsMin = 2_200

/**
 * Shorter side of a selfie. The provider names no size. At 480 pixels, which every camera since VGA
 * gives, a face that fills half of the picture has some 90 pixels between its eyes: what ISO/IEC 19794-5
 * asks of a portrait that is to be compared.
 */
export const selfieShortSidePixelsMin = 480

/**
 * Longer side against the shorter beyond which a picture shows a strip of a document or face. Telephones
 * take 2.33 at most, an open passport is 1.4.
 */
export const sideRatioMax = 2.5

/**
 * Sharpness below which print is lost. Specimens and photos of documents measure 0.31 to 0.71 as they are;
 * blurred over 9 pixels of 1600, in whichever direction, 0.15 to 0.21 (scripts/bench/image-quality.ts).
 */
export const documentSharpnessMin = 0.23

/** A face has softer edges than print: photos of faces measure 0.22 to 0.40, the same blurred 0.15 to 0.20. */
export const selfieSharpnessMin = 0.19

/** Beyond it letters fall apart into squares: JPEG of quality 8 and less. Sent-on photos have 5 to 20. */
export const compressionStepMax = 80

/**
 * Level that something in the picture must exceed. Not the mean: a dark skin before a dark wall, or a
 * card on a black table, has a low mean in good light, and must not be called dark for it.
 */
export const brightnessLevelMin = 70

/**
 * Share of a document that may be burnt out: a spot as wide as a twentieth of the picture hides a field.
 * Not asked of a selfie, where a lamp behind the person is no fault.
 */
export const glarePercentMax = 0.25

/** Everything that the figures miss, in the order of `findingCodes`; empty for a good picture. */
export function judgeQuality(
  figures: QualityFigures,
  { role, idType }: { role: ImageRole; idType: ProviderSubmission['idType'] },
): readonly Finding[] {
  const found = (code: FindingCode, figure: number, limit: number, unit: string): Finding => ({
    role,
    code,
    figure: toThreeDigits(figure),
    limit,
    unit,
  })
  const findings: Finding[] = []
  const isSelfie = role === 'selfie'
  const side = isSelfie ? figures.shortSidePixels : figures.longSidePixels
  const sideMin = isSelfie ? selfieShortSidePixelsMin : longSidePixelsMin(idType)
  const sharpnessMin = isSelfie ? selfieSharpnessMin : documentSharpnessMin
  if (side < sideMin) findings.push(found('image_too_small', side, sideMin, 'pixels'))
  const sideRatio = figures.longSidePixels / Math.max(1, figures.shortSidePixels)
  if (sideRatio > sideRatioMax) {
    findings.push(found('image_too_narrow', sideRatio, sideRatioMax, 'times'))
  }
  if (figures.sharpness < sharpnessMin) {
    findings.push(found('image_blurred', figures.sharpness, sharpnessMin, 'ratio'))
  }
  if (figures.compressionStep > compressionStepMax) {
    findings.push(found('image_compressed', figures.compressionStep, compressionStepMax, 'steps'))
  }
  if (!isSelfie && figures.glarePercent > glarePercentMax) {
    findings.push(found('image_glare', figures.glarePercent, glarePercentMax, 'percent'))
  }
  if (figures.brightnessLevel < brightnessLevelMin) {
    findings.push(found('image_dark', figures.brightnessLevel, brightnessLevelMin, 'level'))
  }
  return findings
}

function longSidePixelsMin(idType: ProviderSubmission['idType']): number {
  return idType === 'passport' ? passportLongSidePixelsMin : cardLongSidePixelsMin
}

/** As many digits as mean something; a finding is read by people. */
function toThreeDigits(figure: number): number {
  return Math.round(figure * 1000) / 1000
}
