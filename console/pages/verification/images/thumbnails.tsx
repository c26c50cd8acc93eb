// Thumbnails under the stage: each shows one image alone, or all side by side.

import { IconLayoutColumns, IconPhotoOff, IconUserScan } from '@tabler/icons-react'
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
      <button
        type="button"
        className={classes.thumbnail}
        aria-pressed={stage.shown === 'all'}
        aria-keyshortcuts="0"
        onClick={onShowAll}
      >
        <span className={classes.small}>
          <IconLayoutColumns size={22} stroke={1.5} aria-hidden />
        </span>
        <Name keyed="0" name={t('detail.pictures.all')} />
      </button>
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
function Faces({ isShown, onShow }: Pick<ThumbnailProps, 'isShown' | 'onShow'>) {
  const { t } = useTranslation('verifications')
  useShortcut('m', t('detail.pictures.showFaces'), onShow, 'images')
  return (
    <button
      type="button"
      className={classes.thumbnail}
      aria-pressed={isShown}
      aria-keyshortcuts="m"
      onClick={onShow}
    >
      <span className={classes.small}>
        <IconUserScan size={22} stroke={1.5} aria-hidden />
      </span>
      <Name keyed="m" name={t('detail.pictures.faces')} />
    </button>
  )
}

interface ThumbnailProps {
  readonly image: KeptImage
  readonly keyed: string
  readonly isShown: boolean
  readonly onShow: () => void
}

function Thumbnail({ image: { role, source }, keyed, isShown, onShow }: ThumbnailProps) {
  const { t } = useTranslation('verifications')
  const { t: tLabels } = useTranslation('labels')
  const name = tLabels(`imageRole.${role}`)
  useShortcut(keyed, t('detail.pictures.showOne', { image: name }), onShow, 'images')
  const { file } = source
  return (
    <button
      type="button"
      className={classes.thumbnail}
      aria-pressed={isShown}
      aria-keyshortcuts={keyed}
      onClick={onShow}
    >
      <span className={classes.small}>
        {file.kind === 'shown' ? (
          <img src={file.address} alt="" draggable={false} />
        ) : (
          file.kind !== 'waiting' && <IconPhotoOff size={20} stroke={1.5} aria-hidden />
        )}
      </span>
      <Name keyed={keyed} name={name} />
    </button>
  )
}

function Name({ keyed, name }: { readonly keyed: string; readonly name: string }) {
  return (
    <span className={classes.name}>
      {name}
      <kbd className={classes.key} aria-hidden>
        {keyed}
      </kbd>
    </span>
  )
}
