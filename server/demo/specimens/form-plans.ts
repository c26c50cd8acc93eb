// What is known of the blank documents and the letters that values are printed with: made with the pictures
// by scripts/draw-forms.ts and kept beside them. Lengths are pixels.

import { z } from 'zod'

const box = z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() })

/** Where one value is printed. */
const formValue = z.object({
  name: z.string(),
  /** Of the line that letters stand on, at the value's beginning, or at its end where it is right-aligned. */
  x: z.number(),
  y: z.number(),
  /** How far the document lies askew; clockwise. */
  turnDegrees: z.number(),
  set: z.string(),
  ink: z.array(z.int()).length(3),
  isRightAligned: z.boolean(),
  spacing: z.number(),
  /** The width that the letters are spread over, where they are. */
  spread: z.number().optional(),
})

const formPlan = z.object({
  width: z.int(),
  height: z.int(),
  values: z.array(formValue),
  /** Where the face shows: on its photo, and once more, pale. */
  boxes: z.array(box),
  /** In the order of the rows of the picture of faces. */
  faces: z.array(z.string()),
})

const letterSet = z.object({
  /** Row of the sheet of letters where the set begins. */
  top: z.int(),
  cellWidth: z.int(),
  cellHeight: z.int(),
  /** From a cell's top to the line that letters stand on. */
  baseline: z.int(),
  perRow: z.int(),
  /** From a cell's left to the letter's beginning. */
  inset: z.int(),
  /** The number of its cell, and by how much it moves the next. */
  letters: z.record(z.string(), z.tuple([z.int(), z.number()])),
})

export const formPlans = z.object({
  forms: z.record(z.string(), formPlan),
  letters: z.record(z.string(), letterSet),
})

export type FormPlans = z.infer<typeof formPlans>
export type FormPlan = z.infer<typeof formPlan>
export type FormValue = z.infer<typeof formValue>
export type LetterSet = z.infer<typeof letterSet>
