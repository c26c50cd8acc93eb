// An id that leads to what it names, for users who may open that; to others the plain id.

import { Anchor, Group } from '@mantine/core'
import { Link } from 'react-router'
import { useMay } from '../../api/session.ts'
import { placeOfId } from './id-place.ts'
import { CopyAction, IdText } from './id-text.tsx'
import { shortId } from './short-id.ts'

interface IdLinkProps {
  readonly id: string
  readonly ofId?: string | null | undefined
  readonly isWhole?: boolean
}

export function IdLink({ id, ofId = null, isWhole = false }: IdLinkProps) {
  const may = useMay()
  const shown = isWhole ? id : shortId(id)
  const place = placeOfId(id, ofId)
  if (place === undefined || !may(place.permission)) return <IdText id={id} isShort={!isWhole} />
  return (
    <Group component="span" gap={2} wrap="nowrap" display="inline-flex">
      <Anchor component={Link} to={place.address} className="svc-mono" title={id}>
        {shown}
      </Anchor>
      <CopyAction text={id} what={shown} />
    </Group>
  )
}
