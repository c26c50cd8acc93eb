// State of the image stage: view of each image, the active one, which are shown, and whether they
// move together. Pure.

import {
  brightened,
  type ImageFrame,
  type ImageView,
  type Point,
  panned,
  turned,
  wholeSize,
  wholeView,
  zoomed,
} from './image-view.ts'

export const imageRoles = ['front', 'back', 'portrait', 'selfie'] as const
export type ShownImageRole = (typeof imageRoles)[number]

export interface Stage {
  /** Images without an entry are unchanged. */
  readonly views: { readonly [Role in ShownImageRole]?: ImageView }
  /** Image on which tools and shortcuts act. */
  readonly active: ShownImageRole
  /** `all` shows them side by side, `faces` the document's portrait beside the selfie. */
  readonly shown: ShownImageRole | 'all' | 'faces'
  readonly isLinked: boolean
}

/** Of the images on the page. */
export type StageFrames = { readonly [Role in ShownImageRole]?: ImageFrame }

export type StageAct =
  | { readonly kind: 'zoom'; readonly factor: number; readonly at?: Point }
  | { readonly kind: 'pan'; readonly by: Point }
  | { readonly kind: 'turn' }
  | { readonly kind: 'brighten'; readonly step: number }
  | { readonly kind: 'reset' }

export function firstStage(active: ShownImageRole): Stage {
  return { views: {}, active, shown: 'all', isLinked: false }
}

/** The portrait is a part of the front image, so it is shown beside the selfie only. */
export function isShown({ shown }: Stage, role: ShownImageRole): boolean {
  if (shown === 'faces') return role === 'portrait' || role === 'selfie'
  return shown === 'all' ? role !== 'portrait' : shown === role
}

export function viewOf({ views }: Stage, role: ShownImageRole): ImageView {
  return views[role] ?? wholeView
}

/** Applies an action to one image, or to all where they are linked, and makes that image active. */
export function acted(
  stage: Stage,
  frames: StageFrames,
  act: StageAct,
  role: ShownImageRole = stage.active,
): Stage {
  const meant = stage.isLinked ? imageRoles : [role]
  const changed = meant.flatMap((one) => {
    const frame = frames[one]
    return frame === undefined ? [] : [[one, changedView(viewOf(stage, one), frame, act)] as const]
  })
  return { ...stage, active: role, views: { ...stage.views, ...Object.fromEntries(changed) } }
}

function changedView(view: ImageView, frame: ImageFrame, act: StageAct): ImageView {
  switch (act.kind) {
    case 'zoom':
      return zoomed(view, frame, act.factor, act.at)
    case 'pan':
      return panned(view, frame, act.by)
    case 'turn':
      return turned(view, frame)
    case 'brighten':
      return brightened(view, act.step)
    case 'reset':
      return wholeView
  }
}

/** Shows one image alone; a second time, all of them again. */
export function showing(stage: Stage, role: ShownImageRole): Stage {
  return { ...stage, active: role, shown: stage.shown === role ? 'all' : role }
}

/** Shows the two faces at the same size, whatever was enlarged before; a second time, all images again. */
export function showingFaces(stage: Stage): Stage {
  if (stage.shown === 'faces') return { ...stage, active: 'selfie', shown: 'all' }
  const whole = (role: ShownImageRole) => ({ ...viewOf(stage, role), ...wholeSize })
  const views = { ...stage.views, portrait: whole('portrait'), selfie: whole('selfie') }
  return { ...stage, views, active: 'selfie', shown: 'faces' }
}

/** Links the images: the others take over the view of the active one. */
export function linked(stage: Stage, frames: StageFrames): Stage {
  if (stage.isLinked) return { ...stage, isLinked: false }
  const { zoom, middle } = viewOf(stage, stage.active)
  const views = Object.fromEntries(
    imageRoles.flatMap((role) => {
      const frame = frames[role]
      if (frame === undefined) return []
      return [[role, zoomed({ ...viewOf(stage, role), zoom, middle }, frame, 1)]]
    }),
  )
  return { ...stage, isLinked: true, views }
}
