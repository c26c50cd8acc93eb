// Thumbnails under the stage: each shows one image alone, or all side by side.

import { IconLayoutColumns, IconPhotoOff, IconUserScan } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcut } from '../../../frame/keys/shortcuts.tsx'
import type { ShownImageRole, Stage } from './image-stage.ts'
import classes from './images.module.css'
import type { KeptImage } from './kept-image.ts'

interface ThumbnailsProps {
  readonly stage: Stage
  readonly images: readonly KeptImage[]
  readonly onShow: (role: ShownImageRole) => void
  readonly onShowFaces: () => void
  readonly onShowAll: () => void
}

export function Thumbnails(props: ThumbnailsProps) {
  const { stage, images, onShow, onShowFaces, onShowAll } = props
  const whole = images.filter(({ role }) => role !== 'portrait')
  const { t } = useTranslation('verifications')
  useShortcut('0', t('detail.pictures.showAll'), onShowAll, 'images')
  if (whole.length < 2) return null
  return (
    <fieldset className={classes.thumbnails} aria-label={t('detail.pictures.choose')}>
      <Choice
        keyed="0"
        name={t('detail.pictures.all')}
        isShown={stage.shown === 'all'}
        onShow={onShowAll}
      >
        <IconLayoutColumns size={22} stroke={1.5} aria-hidden />
      </Choice>
      {whole.map((image, index) => (
        <Thumbnail
          key={image.role}
          image={image}
          keyed={String(index + 1)}
          isShown={stage.shown === image.role}
          onShow={() => onShow(image.role)}
        />
      ))}
      {whole.length < images.length && (
        <Faces isShown={stage.shown === 'faces'} onShow={onShowFaces} />
      )}
    </fieldset>
  )
}

/** The document's portrait beside the selfie. */
function Faces(shown: Pick<ChoiceProps, 'isShown' | 'onShow'>) {
  const { t } = useTranslation('verifications')
  useShortcut('m', t('detail.pictures.showFaces'), shown.onShow, 'images')
  return (
    <Choice keyed="m" name={t('detail.pictures.faces')} {...shown}>
      <IconUserScan size={22} stroke={1.5} aria-hidden />
    </Choice>
  )
}

interface ThumbnailProps extends Pick<ChoiceProps, 'keyed' | 'isShown' | 'onShow'> {
  readonly image: KeptImage
}

function Thumbnail({ image: { role, source }, ...shown }: ThumbnailProps) {
  const { t } = useTranslation('verifications')
  const { t: tLabels } = useTranslation('labels')
  const name = tLabels(`imageRole.${role}`)
  useShortcut(shown.keyed, t('detail.pictures.showOne', { image: name }), shown.onShow, 'images')
  const { file } = source
  return (
    <Choice name={name} {...shown}>
      {file.kind === 'shown' ? (
        <img src={file.address} alt="" draggable={false} />
      ) : (
        file.kind !== 'waiting' && <IconPhotoOff size={20} stroke={1.5} aria-hidden />
      )}
    </Choice>
  )
}

interface ChoiceProps {
  /** Its key. */
  readonly keyed: string
  readonly name: string
  readonly isShown: boolean
  readonly onShow: () => void
  /** The small picture. */
  readonly children: ReactNode
}

function Choice({ keyed, name, isShown, onShow, children }: ChoiceProps) {
  return (
    <button
      type="button"
      className={classes.thumbnail}
      aria-pressed={isShown}
      aria-keyshortcuts={keyed}
      onClick={onShow}
    >
      <span className={classes.small}>{children}</span>
      <span className={classes.name}>
        {name}
        <kbd className={classes.key} aria-hidden>
          {keyed}
        </kbd>
      </span>
    </button>
  )
}
