// The layout of the blank documents and of the letters printed on them, created with the images by
// scripts/draw-forms.ts and stored beside them. Lengths are pixels.

import { z } from 'zod'

const box = z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() })

/** Where one value is printed. */
const formValue = z.object({
  name: z.string(),
  /** The baseline at the value's beginning, or at its end where it is right-aligned. */
  x: z.number(),
  y: z.number(),
  set: z.string(),
  ink: z.array(z.int()).length(3),
  isRightAligned: z.boolean().default(false),
  /** Added after each letter. */
  spacing: z.number().default(0),
  /** The width that the letters are spread over, if any. */
  spread: z.number().optional(),
})

const formPlan = z.object({
  width: z.int(),
  height: z.int(),
  /** Rotation of the document, clockwise. */
  turnDegrees: z.number(),
  values: z.array(formValue),
  /** Where the face appears: on the photo, and once more, pale. */
  boxes: z.array(box),
  /** In the order of the rows of the faces image. */
  faces: z.array(z.string()),
})

const letterSet = z.object({
  /** Row of the letter sheet where the set begins. */
  top: z.int(),
  cellWidth: z.int(),
  cellHeight: z.int(),
  /** From a cell's top to the baseline. */
  baseline: z.int(),
  perRow: z.int(),
  /** From a cell's left to the letter's beginning. */
  inset: z.int(),
  /** In the order of the cells; a list where a cell holds a whole word. */
  letters: z.string().or(z.array(z.string())),
  /** The advance width of each letter. */
  advances: z.array(z.number()),
})

export const formPlans = z.object({
  forms: z.record(z.string(), formPlan),
  letters: z.record(z.string(), letterSet),
})

export type FormPlans = z.infer<typeof formPlans>
export type FormPlan = z.infer<typeof formPlan>
export type WrittenFormPlan = z.input<typeof formPlan>
export type FormValue = z.infer<typeof formValue>
export type LetterSet = z.infer<typeof letterSet>
