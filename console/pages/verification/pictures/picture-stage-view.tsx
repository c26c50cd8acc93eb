// The stage itself: tools, the pictures side by side or one alone, and a thumbnail of each.

import { FocusTrap } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaseJson, PictureJson } from '../../../../server/console-api/case-json.ts'
import { PicturePane } from './picture-pane.tsx'
import {
  acted,
  firstStage,
  linked,
  type PictureRole,
  pictureRoles,
  type Stage,
  type StageAct,
  type StageFrames,
  showing,
  viewOf,
} from './picture-stage.ts'
import { PictureTools } from './picture-tools.tsx'
import type { Size } from './picture-view.ts'
import classes from './pictures.module.css'
import { Thumbnails } from './thumbnails.tsx'
import { type PictureSource, usePicture } from './use-picture.ts'
import { useWholeScreen } from './use-whole-screen.ts'

export interface KeptPicture {
  readonly role: PictureRole
  readonly kept: PictureJson
  readonly source: PictureSource
}

export function PictureStage({ opened }: { readonly opened: CaseJson }) {
  const { t } = useTranslation('cases')
  const pictures = useKeptPictures(opened)
  const [stage, setStage] = useState<Stage>(() => firstStage(pictures[0]?.role ?? 'front'))
  const frames = useFrames(pictures)
  const panes = useRef<HTMLFieldSetElement>(null)
  const screen = useWholeScreen()
  const shown = pictures.filter(({ role }) => stage.shown === 'all' || stage.shown === role)
  const act = (what: StageAct, role?: PictureRole) =>
    setStage((before) => acted(before, frames.read(), what, role))
  return (
    <FocusTrap active={screen.isWhole}>
      <div className={classes.stage} data-whole={screen.isWhole || undefined}>
        <PictureTools
          stage={stage}
          pictures={pictures}
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
        >
          {shown.map((picture) => (
            <PicturePane
              key={picture.role}
              picture={picture}
              view={viewOf(stage, picture.role)}
              isActive={shown.length > 1 && stage.active === picture.role}
              hasKeys={stage.active === picture.role}
              findings={opened.findings.filter(({ role }) => role === picture.role)}
              act={(what) => act(what, picture.role)}
              onSize={(size) => frames.keep(picture.role, size)}
              onActive={() => setStage((before) => ({ ...before, active: picture.role }))}
            />
          ))}
        </fieldset>
        <Thumbnails
          stage={stage}
          pictures={pictures}
          onShow={(role) => setStage((before) => showing(before, role))}
          onShowAll={() => setStage((before) => ({ ...before, shown: 'all' }))}
        />
      </div>
    </FocusTrap>
  )
}

/** Whoever enlarges a picture with a key moves it with the arrows next; from nowhere else is focus taken. */
function focusPane(panes: HTMLElement | null, role: PictureRole): void {
  const { activeElement } = document
  if (activeElement !== document.body && activeElement?.tagName !== 'MAIN') return
  panes?.querySelector<HTMLElement>(`[data-role=${role}]`)?.focus()
}

/** Those that are kept, in the order in which one compares them. */
function useKeptPictures({ id: verificationId, pictures }: CaseJson): readonly KeptPicture[] {
  const asked = (role: PictureRole) => {
    return { verificationId, role, isKept: pictures.some((one) => one.role === role) }
  }
  const sources: Readonly<Record<PictureRole, PictureSource>> = {
    front: usePicture(asked('front')),
    back: usePicture(asked('back')),
    selfie: usePicture(asked('selfie')),
  }
  return pictureRoles.flatMap((role) => {
    const kept = pictures.find((one) => one.role === role)
    return kept === undefined ? [] : [{ role, kept, source: sources[role] }]
  })
}

/** How large each pane is at the moment, without drawing anew for it. */
function useFrames(pictures: readonly KeptPicture[]) {
  const panes = useRef<{ [Role in PictureRole]?: Size }>({})
  return {
    keep(role: PictureRole, size: Size) {
      panes.current[role] = size
    },
    read: (): StageFrames =>
      Object.fromEntries(
        pictures.flatMap(({ role, kept: { width, height } }) => {
          const pane = panes.current[role]
          return pane === undefined ? [] : [[role, { pane, picture: { width, height } }]]
        }),
      ),
  }
}
