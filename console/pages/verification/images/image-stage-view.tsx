// The image stage: tools, images side by side or one alone, thumbnails.

import { FocusTrap } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccessReason } from '../../../../server/console-api/verifications/access-reason.ts'
import type { VerificationScreenJson } from '../../../../server/console-api/verifications/verification-detail-json.ts'
import { FaceAdviceLine } from '../face-advice-line.tsx'
import type { VerificationTabProps } from '../verification-tab-props.ts'
import { ImagePane } from './image-pane.tsx'
import {
  acted,
  firstStage,
  imageRoles,
  isShown,
  linked,
  type ShownImageRole,
  type Stage,
  type StageAct,
  type StageFrames,
  showing,
  showingFaces,
  viewOf,
} from './image-stage.ts'
import { ImageTools } from './image-tools.tsx'
import type { Size } from './image-view.ts'
import classes from './images.module.css'
import type { KeptImage } from './kept-image.ts'
import { Thumbnails } from './thumbnails.tsx'
import { type ImageSource, useImage } from './use-image.ts'
import { useWholeScreen } from './use-whole-screen.ts'

export function ImageStage({ opened, person }: VerificationTabProps) {
  const { t } = useTranslation('verifications')
  const [stage, setStage] = useState<Stage>(() => firstStage(opened.images[0]?.role ?? 'front'))
  const images = useKeptImages(opened, person.reason, stage)
  const frames = useFrames(images)
  const panes = useRef<HTMLFieldSetElement>(null)
  const screen = useWholeScreen()
  const shown = images.filter(({ role }) => isShown(stage, role))
  const act = (what: StageAct, role?: ShownImageRole) =>
    setStage((before) => acted(before, frames.read(), what, role))
  return (
    <FocusTrap active={screen.isWhole}>
      <div className={classes.stage} data-whole={screen.isWhole || undefined}>
        <ImageTools
          stage={stage}
          images={images}
          screen={screen}
          act={act}
          onZoomKey={() => focusPane(panes.current, stage.active)}
          onLink={() => setStage((before) => linked(before, frames.read()))}
        />
        <fieldset
          ref={panes}
          className={classes.panes}
          aria-label={t('detail.pictures.side')}
          data-count={shown.length}
          data-faces={stage.shown === 'faces' || undefined}
        >
          {shown.map((image) => (
            <ImagePane
              key={image.role}
              image={image}
              view={viewOf(stage, image.role)}
              isActive={shown.length > 1 && stage.active === image.role}
              isWanted={screen.isWhole && stage.active === image.role}
              findings={opened.findings.filter(({ role }) => role === image.role)}
              act={(what) => act(what, image.role)}
              onSize={(size) => frames.keep(image.role, size)}
              onActive={() => setStage((before) => ({ ...before, active: image.role }))}
            />
          ))}
        </fieldset>
        {stage.shown === 'faces' && person.details?.faces && (
          <p className={classes.advice}>
            <FaceAdviceLine advice={person.details.faces} />
          </p>
        )}
        <Thumbnails
          stage={stage}
          images={images}
          onShow={(role) => setStage((before) => showing(before, role))}
          onShowFaces={() => setStage(showingFaces)}
          onShowAll={() => setStage((before) => ({ ...before, shown: 'all' }))}
        />
      </div>
    </FocusTrap>
  )
}

/**
 * After zooming by key the pane gets the focus, so that arrow keys move the image; focus elsewhere
 * is left alone.
 */
function focusPane(panes: HTMLElement | null, role: ShownImageRole): void {
  const { activeElement } = document
  if (activeElement !== document.body && activeElement?.tagName !== 'MAIN') return
  panes?.querySelector<HTMLElement>(`[data-role=${role}]`)?.focus()
}

/** The stored images, in the order in which they are compared. */
function useKeptImages(
  { id: verificationId, images, portrait }: VerificationScreenJson,
  reason: AccessReason | undefined,
  stage: Stage,
): readonly KeptImage[] {
  const hasFaces = portrait !== null && images.some(({ role }) => role === 'selfie')
  const sizeOf = (role: ShownImageRole) =>
    role === 'portrait'
      ? (hasFaces && portrait) || undefined
      : images.find((one) => one.role === role)
  const asked = (role: ShownImageRole) => {
    // The portrait is cut when it is looked at first.
    const isKept = sizeOf(role) !== undefined && (role !== 'portrait' || stage.shown === 'faces')
    return { verificationId, role, isKept, reason }
  }
  const sources: Readonly<Record<ShownImageRole, ImageSource>> = {
    front: useImage(asked('front')),
    back: useImage(asked('back')),
    portrait: useImage(asked('portrait')),
    selfie: useImage(asked('selfie')),
  }
  return imageRoles.flatMap((role) => {
    const kept = sizeOf(role)
    const isByZone = role === 'portrait' && portrait?.by === 'zone'
    return kept === undefined ? [] : [{ role, kept, isByZone, source: sources[role] }]
  })
}

/** Current size of each pane, without re-rendering. */
function useFrames(images: readonly KeptImage[]) {
  const panes = useRef<{ [Role in ShownImageRole]?: Size }>({})
  return {
    keep(role: ShownImageRole, size: Size) {
      panes.current[role] = size
    },
    read: (): StageFrames =>
      Object.fromEntries(
        images.flatMap(({ role, kept: { width, height } }) => {
          const pane = panes.current[role]
          return pane === undefined ? [] : [[role, { pane, image: { width, height } }]]
        }),
      ),
  }
}
