// View of one image in its pane: zoom, centre, rotation, brightness. Pure arithmetic; positions are
// shares of the rotated image, so that images of different sizes can show the same place.

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** Degrees, clockwise. */
type Turn = 0 | 90 | 180 | 270

export interface ImageView {
  /** 1 shows the whole image. */
  readonly zoom: number
  /** Point in the centre of the pane: 0 to 1 of the rotated image. */
  readonly middle: Point
  readonly turn: Turn
  /** 1 is unchanged. */
  readonly brightness: number
}

/** Sizes in pixels: the pane on screen, and the upright image. */
export interface ImageFrame {
  readonly pane: Size
  readonly image: Size
}

const zoomMax = 12
const brightnessMin = 0.4
const brightnessMax = 2.4
const centre: Point = { x: 0.5, y: 0.5 }

/** The whole image is seen, however it is turned. */
export const wholeSize = { zoom: 1, middle: centre } as const

export const wholeView: ImageView = { ...wholeSize, turn: 0, brightness: 1 }

/** Size on screen at zoom 1: as large as fits into the pane. */
export function fittedSize({ pane, image }: ImageFrame, turn: Turn): Size {
  const { width, height } = turn % 180 === 0 ? image : { width: image.height, height: image.width }
  const scale = Math.min(pane.width / width, pane.height / height)
  return { width: width * scale, height: height * scale }
}

/** @param at The point that stays in place: share of the pane from its centre, -0.5 to 0.5 */
export function zoomed(
  view: ImageView,
  frame: ImageFrame,
  factor: number,
  at: Point = { x: 0, y: 0 },
): ImageView {
  const zoom = Math.min(Math.max(view.zoom * factor, 1), zoomMax)
  const fitted = fittedSize(frame, view.turn)
  const slide = 1 / view.zoom - 1 / zoom
  const middle = {
    x: view.middle.x + ((at.x * frame.pane.width) / fitted.width) * slide,
    y: view.middle.y + ((at.y * frame.pane.height) / fitted.height) * slide,
  }
  return withinPane({ ...view, zoom, middle }, frame)
}

/** @param by Movement on screen in pixels */
export function panned(view: ImageView, frame: ImageFrame, by: Point): ImageView {
  const fitted = fittedSize(frame, view.turn)
  const middle = {
    x: view.middle.x - by.x / (fitted.width * view.zoom),
    y: view.middle.y - by.y / (fitted.height * view.zoom),
  }
  return withinPane({ ...view, middle }, frame)
}

const nextTurn: Readonly<Record<Turn, Turn>> = { 0: 90, 90: 180, 180: 270, 270: 0 }

/** Rotates by 90° clockwise around the centre. */
export function turned(view: ImageView, frame: ImageFrame): ImageView {
  const { x, y } = view.middle
  return withinPane({ ...view, turn: nextTurn[view.turn], middle: { x: 1 - y, y: x } }, frame)
}

export function brightened(view: ImageView, step: number): ImageView {
  const brightness = Math.min(Math.max(view.brightness + step, brightnessMin), brightnessMax)
  return { ...view, brightness: Math.round(brightness * 100) / 100 }
}

/** Keeps the edges of the image outside the pane, unless the whole image is visible. */
function withinPane(view: ImageView, frame: ImageFrame): ImageView {
  const fitted = fittedSize(frame, view.turn)
  const { x, y } = view.middle
  const middle = {
    x: withinShare(x, frame.pane.width / (fitted.width * view.zoom)),
    y: withinShare(y, frame.pane.height / (fitted.height * view.zoom)),
  }
  return { ...view, middle }
}

/** @param seen Share of the image visible along one side; 1 or more: all of it */
function withinShare(place: number, seen: number): number {
  return seen >= 1 ? 0.5 : Math.min(Math.max(place, seen / 2), 1 - seen / 2)
}

interface ImagePlace {
  /** Size of the element before rotation and zoom, in pixels. */
  readonly size: Size
  /** Offset of its centre from the pane's, in pixels. */
  readonly shift: Point
}

/** Position of the image on screen. */
export function imagePlaceOf(view: ImageView, frame: ImageFrame): ImagePlace {
  const held = withinPane(view, frame)
  const fitted = fittedSize(frame, view.turn)
  const isUpright = view.turn % 180 === 0
  return {
    size: isUpright ? fitted : { width: fitted.height, height: fitted.width },
    shift: {
      x: (0.5 - held.middle.x) * fitted.width * view.zoom,
      y: (0.5 - held.middle.y) * fitted.height * view.zoom,
    },
  }
}

/** Whether the image is larger than the pane, so that it can be dragged. */
export function isMovable(view: ImageView): boolean {
  return view.zoom > 1
}

export function isChanged({ zoom, turn, brightness }: ImageView): boolean {
  return zoom !== 1 || turn !== 0 || brightness !== 1
}
