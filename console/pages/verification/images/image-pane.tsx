// One image in its pane: drag to move, wheel to zoom at the pointer, arrow keys to move while
// focused.

import { Button, Text, Tooltip } from '@mantine/core'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import {
  type CSSProperties,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { FindingJson } from '../../../../server/console-api/verifications/verification-detail-json.ts'
import { useShortcut } from '../../../frame/keys/shortcuts.tsx'
import { useShow } from '../../../words/show.ts'
import { mayWork } from '../../reviews/claim-status.ts'
import { useEditor } from '../../reviews/review-editor.tsx'
import type { StageAct } from './image-stage.ts'
import { type ImageView, imagePlaceOf, isMovable, type Point, type Size } from './image-view.ts'
import classes from './images.module.css'
import type { KeptImage } from './kept-image.ts'

interface ImagePaneProps {
  readonly image: KeptImage
  readonly view: ImageView
  /** Whether the shortcuts act on this image. */
  readonly isActive: boolean
  /** Focused once the stage fills the screen, so that arrow keys move it. */
  readonly isWanted: boolean
  readonly findings: readonly FindingJson[]
  readonly act: (act: StageAct) => void
  readonly onSize: (size: Size) => void
  readonly onActive: () => void
}

export function ImagePane(props: ImagePaneProps) {
  const { image, view, isActive, isWanted, act, onSize, onActive } = props
  const { t } = useTranslation('verifications')
  const { t: tLabels } = useTranslation('labels')
  const show = useShow()
  const { ref, width, height } = useElementSize()
  useEffect(() => {
    if (width > 0) onSize({ width, height })
  })
  const wheel = useWheel(act)
  const drag = useDrag(act)
  const [isFocused, setFocused] = useState(false)
  const { file } = image.source
  const name = tLabels(`imageRole.${image.role}`)
  return (
    <div className={classes.pane} data-active={isActive || undefined}>
      <section
        ref={useMergedRef(ref, wheel)}
        className={classes.view}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its arrow keys move the image
        tabIndex={0}
        aria-label={t('detail.pictures.pane', {
          image: name,
          zoom: show.number(view.zoom, wholePercent),
        })}
        aria-busy={file.kind === 'waiting'}
        data-role={image.role}
        data-autofocus={isWanted || undefined}
        data-movable={isMovable(view) || undefined}
        onFocus={() => {
          setFocused(true)
          onActive()
        }}
        onBlur={() => setFocused(false)}
        onDoubleClick={(event) => act(doubled(view, placeIn(event.currentTarget, event)))}
        {...drag}
      >
        {file.kind === 'shown' && (
          <img
            src={file.address}
            alt={t(`detail.pictures.alt.${image.role}`)}
            draggable={false}
            className={classes.image}
            style={lookOf(view, { width, height }, image)}
          />
        )}
        <Trouble image={image} />
      </section>
      <Caption {...props} name={name} />
      {isFocused && isMovable(view) && <PanKeys act={act} />}
    </div>
  )
}

/** Zoom without decimals. */
export const wholePercent = { style: 'percent', maximumFractionDigits: 0 } as const

const stepPixels = 60

/** Only while the image is focused: elsewhere arrow keys scroll the page. */
function PanKeys({ act }: Pick<ImagePaneProps, 'act'>) {
  const { t } = useTranslation('verifications')
  const pan = (x: number, y: number) => () =>
    act({ kind: 'pan', by: { x: x * stepPixels, y: y * stepPixels } })
  useShortcut('ArrowLeft', t('detail.pictures.pan.left'), pan(1, 0), 'images')
  useShortcut('ArrowRight', t('detail.pictures.pan.right'), pan(-1, 0), 'images')
  useShortcut('ArrowUp', t('detail.pictures.pan.up'), pan(0, 1), 'images')
  useShortcut('ArrowDown', t('detail.pictures.pan.down'), pan(0, -1), 'images')
  return null
}

function doubled({ zoom }: ImageView, at: Point): StageAct {
  return zoom > 1 ? { kind: 'reset' } : { kind: 'zoom', factor: 2.5, at }
}

function lookOf(view: ImageView, pane: Size, { kept }: KeptImage): CSSProperties {
  if (pane.width === 0) return { visibility: 'hidden' }
  const { size, shift } = imagePlaceOf(view, { pane, image: kept })
  return {
    width: size.width,
    height: size.height,
    marginInlineStart: -size.width / 2,
    marginBlockStart: -size.height / 2,
    transform: `translate(${shift.x}px, ${shift.y}px) rotate(${view.turn}deg) scale(${view.zoom})`,
    ...(view.brightness === 1 ? {} : { filter: `brightness(${view.brightness})` }),
  }
}

/** As a share of the pane, from its centre. */
function placeIn(
  pane: Element,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): Point {
  const { left, top, width, height } = pane.getBoundingClientRect()
  return { x: (clientX - left) / width - 0.5, y: (clientY - top) / height - 0.5 }
}

/** While the whole image is visible, zooming out scrolls the page instead. */
function useWheel(act: ImagePaneProps['act']) {
  const pane = useRef<HTMLElement>(null)
  const onWheel = useEffectEvent((event: WheelEvent) => {
    const isWhole = pane.current?.dataset.movable === undefined
    if (event.deltaY === 0 || (isWhole && event.deltaY > 0) || pane.current === null) return
    event.preventDefault()
    const factor = Math.exp(-Math.max(-120, Math.min(120, event.deltaY)) / 400)
    act({ kind: 'zoom', factor, at: placeIn(pane.current, event) })
  })
  useEffect(() => {
    const { current } = pane
    const listen = (event: WheelEvent) => onWheel(event)
    current?.addEventListener('wheel', listen, { passive: false })
    return () => current?.removeEventListener('wheel', listen)
  }, [])
  return pane
}

function useDrag(act: ImagePaneProps['act']) {
  const last = useRef<Point>(undefined)
  const end = () => {
    last.current = undefined
  }
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const isOnControl = event.target instanceof Element && event.target.closest('button') !== null
      if (event.button !== 0 || isOnControl) return
      last.current = { x: event.clientX, y: event.clientY }
      if (event.currentTarget.dataset.movable)
        event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove({ clientX: x, clientY: y, buttons }: PointerEvent<HTMLElement>) {
      // The button may have been released outside the pane.
      if (buttons === 0) end()
      if (last.current === undefined) return
      const by = { x: x - last.current.x, y: y - last.current.y }
      last.current = { x, y }
      act({ kind: 'pan', by })
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}

function Trouble({ image: { source } }: { readonly image: KeptImage }) {
  const { t } = useTranslation('verifications')
  const { t: tErrors } = useTranslation('errors')
  const mayClaim = useMayClaim()
  switch (source.file.kind) {
    case 'masked':
      return (
        <Text className={classes.trouble}>
          {t(mayClaim ? 'detail.pictures.masked' : 'detail.pictures.maskedUntilShown')}
        </Text>
      )
    case 'gone':
      return <Text className={classes.trouble}>{t('detail.pictures.gone')}</Text>
    case 'failed':
      return (
        <div className={classes.trouble} role="alert">
          <Text mb="xs">{t('detail.pictures.failed')}</Text>
          <Button size="xs" variant="default" onClick={source.retry}>
            {tErrors('retry')}
          </Button>
        </div>
      )
    case 'waiting':
    case 'shown':
      return null
  }
}

/** Whether a claim of the review would show the images: there is one, and the user may decide it. */
function useMayClaim(): boolean {
  const state = useEditor()
  if (state.kind === 'open') return mayWork(state.editor.claimStatus)
  return state.kind === 'reading' && state.mayWork
}

function Caption({ image, view, findings, name }: ImagePaneProps & { readonly name: string }) {
  const { t } = useTranslation('verifications')
  const { t: tLabels } = useTranslation('labels')
  const show = useShow()
  const { source } = image
  return (
    <div className={classes.caption}>
      <span>{name}</span>
      {view.zoom > 1 && <span className="svc-number">{show.number(view.zoom, wholePercent)}</span>}
      {image.role === 'portrait' && (
        <span>{t(image.isByZone ? 'detail.pictures.byZone' : 'detail.pictures.byLayout')}</span>
      )}
      {findings.map(({ code }) => (
        <span key={code} className={classes.finding}>
          <IconAlertTriangle size={13} aria-hidden />
          {tLabels(`imageFinding.${code as 'image_dark'}`)}
        </span>
      ))}
      {view.zoom > 1 && !source.isWhole && source.file.kind === 'shown' && (
        <Tooltip label={t('detail.pictures.wholeHint')}>
          <button
            type="button"
            className={classes.sharper}
            disabled={source.isWaitingForWhole}
            onClick={source.wantWhole}
          >
            {t(
              source.isWaitingForWhole
                ? 'detail.pictures.wholeComing'
                : 'detail.pictures.tool.whole',
            )}
          </button>
        </Tooltip>
      )}
    </div>
  )
}
