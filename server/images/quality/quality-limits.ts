// The limits of image quality, and the findings where a figure misses one. Pure: the verification
// policy (off, warn, enforce) decides what a finding leads to.

import type { ImageRole, ProviderSubmission } from '../../providers/provider.ts'
import type { ImageFinding, ImageFindingCode } from '../image.ts'

/** The measurements of one image. */
export interface QualityFigures {
  /** Of the uploaded image. */
  readonly longSidePixels: number
  readonly shortSidePixels: number
  /**
   * Fine detail relative to coarse, where it is least, without unit: 0 no detail, 0.11 blurred, 0.4
   * and more sharp.
   */
  readonly sharpness: number
  /**
   * Mean step between the levels that a JPEG keeps of coarse shapes: 13 at quality 50, 132 at 5; 0
   * for a PNG.
   */
  readonly compressionStep: number
  /** Level, 0 to 255, that the brightest twentieth of the image exceeds. */
  readonly brightnessLevel: number
  /** Percentage of the image burnt out by reflected light. */
  readonly glarePercent: number
}

/** Longer side in pixels that the provider requires of a document of credit-card size. */
const cardLongSidePixelsMin = 1_500

/** Longer side in pixels of a passport's page, whose small print is further from the camera. */
const passportLongSidePixelsMin = 2_200

/**
 * Shorter side of a selfie in pixels. The provider names no size. At 480 pixels, which every camera
 * since VGA has, a face that fills half of the image has some 90 pixels between the eyes: what
 * ISO/IEC 19794-5 requires of a portrait for comparison.
 */
const selfieShortSidePixelsMin = 480

/**
 * Ratio of the sides beyond which an image shows only a strip of a document or face. Phones take
 * 2.33 at most, an open passport is 1.4.
 */
const sideRatioMax = 2.5

/**
 * Sharpness below which print is lost. Specimens and photos of documents measure 0.31 to 0.71 as they are;
 * blurred over 9 pixels of 1600, in whichever direction, 0.15 to 0.21 (scripts/bench/image-quality.ts).
 */
const documentSharpnessMin = 0.23

/** A face has softer edges than print: photos of faces measure 0.22 to 0.40, the same blurred 0.15 to 0.20. */
const selfieSharpnessMin = 0.19

/**
 * Beyond this step letters dissolve into squares: JPEG quality 8 and less. Forwarded photos have 5
 * to 20.
 */
const compressionStepMax = 80

/**
 * Level that something in the image must exceed. Not the mean: dark skin before a dark wall, or a
 * card on a black table, has a low mean in good light and must not be called dark for it.
 */
const brightnessLevelMin = 70

/**
 * Percentage of a document that may be burnt out: a spot as wide as a twentieth of the image hides
 * a field. Not applied to a selfie, where a lamp behind the person does no harm.
 */
const glarePercentMax = 0.25

/**
 * Returns a finding for every limit that the figures miss, in the order of `findingCodes`; empty
 * for a good image.
 */
export function judgeQuality(
  figures: QualityFigures,
  { role, idType }: { role: ImageRole; idType: ProviderSubmission['idType'] },
): readonly ImageFinding[] {
  const finding = (
    code: ImageFindingCode,
    figure: number,
    limit: number,
    unit: string,
  ): ImageFinding => ({
    role,
    code,
    figure: toThreeDigits(figure),
    limit,
    unit,
  })
  const findings: ImageFinding[] = []
  const isSelfie = role === 'selfie'
  const side = isSelfie ? figures.shortSidePixels : figures.longSidePixels
  const sideMin = isSelfie ? selfieShortSidePixelsMin : longSidePixelsMin(idType)
  const sharpnessMin = isSelfie ? selfieSharpnessMin : documentSharpnessMin
  if (side < sideMin) findings.push(finding('image_too_small', side, sideMin, 'pixels'))
  const sideRatio = figures.longSidePixels / Math.max(1, figures.shortSidePixels)
  if (sideRatio > sideRatioMax) {
    findings.push(finding('image_too_narrow', sideRatio, sideRatioMax, 'times'))
  }
  if (figures.sharpness < sharpnessMin) {
    findings.push(finding('image_blurred', figures.sharpness, sharpnessMin, 'ratio'))
  }
  if (figures.compressionStep > compressionStepMax) {
    findings.push(finding('image_compressed', figures.compressionStep, compressionStepMax, 'steps'))
  }
  if (!isSelfie && figures.glarePercent > glarePercentMax) {
    findings.push(finding('image_glare', figures.glarePercent, glarePercentMax, 'percent'))
  }
  if (figures.brightnessLevel < brightnessLevelMin) {
    findings.push(finding('image_dark', figures.brightnessLevel, brightnessLevelMin, 'level'))
  }
  return findings
}

function longSidePixelsMin(idType: ProviderSubmission['idType']): number {
  return idType === 'passport' ? passportLongSidePixelsMin : cardLongSidePixelsMin
}

/** Rounds to three decimals, because findings are read by people. */
function toThreeDigits(figure: number): number {
  return Math.round(figure * 1000) / 1000
}
