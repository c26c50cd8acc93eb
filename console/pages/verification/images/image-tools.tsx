// Image tools, each with a button and a shortcut. They act on the active image, or on all where
// they are linked.

import { Tooltip } from '@mantine/core'
import {
  type Icon,
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconBrightnessDown,
  IconBrightnessUp,
  IconLink,
  IconPhotoUp,
  IconRefresh,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useShortcut } from '../../../frame/keys/shortcuts.tsx'
import { useShow } from '../../../words/show.ts'
import { wholePercent } from './image-pane.tsx'
import { type Stage, type StageAct, viewOf } from './image-stage.ts'
import { isChanged } from './image-view.ts'
import classes from './images.module.css'
import type { KeptImage } from './kept-image.ts'
import type { WholeScreen } from './use-whole-screen.ts'

interface ImageToolsProps {
  readonly stage: Stage
  readonly images: readonly KeptImage[]
  readonly screen: WholeScreen
  readonly act: (act: StageAct) => void
  /** Called after zooming by shortcut. */
  readonly onZoomKey: () => void
  readonly onLink: () => void
}

export function ImageTools({ stage, images, screen, act, onZoomKey, onLink }: ImageToolsProps) {
  const { t } = useTranslation('verifications')
  const meant = images.filter(({ role }) => stage.isLinked || role === stage.active)
  const isWhole = meant.every(({ source }) => source.isWhole)
  const wantWhole = () => {
    for (const { source } of meant) source.wantWhole()
  }
  return (
    <fieldset className={classes.tools} aria-label={t('detail.pictures.tools')}>
      <Tool
        keyed="-"
        name="smaller"
        icon={IconZoomOut}
        act={() => act(zoomOut)}
        onKey={onZoomKey}
      />
      <Tool keyed="+" name="larger" icon={IconZoomIn} act={() => act(zoomIn)} onKey={onZoomKey} />
      <Tool keyed="r" name="turn" icon={IconRotateClockwise} act={() => act({ kind: 'turn' })} />
      <Tool keyed="d" name="darker" icon={IconBrightnessDown} act={() => act(darken)} />
      <Tool keyed="b" name="brighter" icon={IconBrightnessUp} act={() => act(lighten)} />
      <Tool keyed="z" name="reset" icon={IconRefresh} act={() => act({ kind: 'reset' })} />
      {images.length > 1 && (
        <Tool keyed="l" name="link" icon={IconLink} act={onLink} isOn={stage.isLinked} />
      )}
      <Tool keyed="h" name="whole" icon={IconPhotoUp} act={wantWhole} isOn={isWhole} />
      <Tool
        keyed="f"
        name="screen"
        icon={screen.isWhole ? IconArrowsMinimize : IconArrowsMaximize}
        act={screen.toggle}
        isOn={screen.isWhole}
      />
      {screen.isWhole && <LeaveKey leave={screen.leave} />}
      <State stage={stage} />
    </fieldset>
  )
}

const step = 1.25
const zoomIn: StageAct = { kind: 'zoom', factor: step }
const zoomOut: StageAct = { kind: 'zoom', factor: 1 / step }
const lighten: StageAct = { kind: 'brighten', step: 0.2 }
const darken: StageAct = { kind: 'brighten', step: -0.2 }

interface ToolProps {
  readonly keyed: string
  readonly name:
    | 'smaller'
    | 'larger'
    | 'turn'
    | 'darker'
    | 'brighter'
    | 'reset'
    | 'link'
    | 'whole'
    | 'screen'
  readonly icon: Icon
  readonly act: () => void
  readonly onKey?: () => void
  /** State of a toggle. */
  readonly isOn?: boolean
}

function Tool({ keyed, name, icon: Shape, act, onKey, isOn }: ToolProps) {
  const { t } = useTranslation('verifications')
  const label = t(`detail.pictures.tool.${name}`)
  const press = () => {
    act()
    onKey?.()
  }
  useShortcut(keyed, label, press, 'images')
  return (
    <Tooltip label={label}>
      <button
        type="button"
        className={classes.tool}
        aria-label={label}
        aria-keyshortcuts={keyed}
        {...(isOn === undefined ? {} : { 'aria-pressed': isOn })}
        onClick={act}
      >
        <Shape size={18} stroke={1.75} aria-hidden />
        <kbd className={classes.key} aria-hidden>
          {keyed}
        </kbd>
      </button>
    </Tooltip>
  )
}

function LeaveKey({ leave }: { readonly leave: () => void }) {
  const { t } = useTranslation('verifications')
  useShortcut('Escape', t('detail.pictures.leave'), leave, 'images')
  return null
}

/** Announces what a shortcut did to which image. */
function State({ stage }: { readonly stage: Stage }) {
  const { t } = useTranslation('verifications')
  const { t: tLabels } = useTranslation('labels')
  const show = useShow()
  const view = viewOf(stage, stage.active)
  const said = {
    image: stage.isLinked ? t('detail.pictures.all') : tLabels(`imageRole.${stage.active}`),
    zoom: show.number(view.zoom, wholePercent),
    turn: view.turn,
    brightness: show.number(view.brightness, wholePercent),
  }
  return (
    <span role="status" className="svc-unseen">
      {isChanged(view) || stage.isLinked ? t('detail.pictures.state', said) : ''}
    </span>
  )
}
