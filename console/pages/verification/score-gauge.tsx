// Score gauge with the four bands.

import { useTranslation } from 'react-i18next'
import { useShow } from '../../words/show.ts'
import classes from './score.module.css'
import { arcPath, bandsOfScore, pointAt, scoreMax } from './score-arc.ts'

export interface ScoreGaugeProps {
  /** 0 to 1000. */
  readonly score: number
  readonly band: 'low' | 'medium' | 'high' | 'premium'
}

export function ScoreGauge({ score, band }: ScoreGaugeProps) {
  const { t } = useTranslation('verifications')
  const show = useShow()
  const name = t(`detail.score.band.${band}`)
  const marker = pointAt(score, 100)
  return (
    <div className={classes.gauge}>
      <svg
        viewBox="-124 -116 248 124"
        className={classes.arc}
        role="img"
        aria-label={t('detail.score.said', { score: show.number(score), band: name })}
      >
        {bandsOfScore.map(({ id, from, to }) => (
          <path
            key={id}
            d={arcPath(from, to)}
            className={classes.band}
            data-current={id === band || undefined}
          />
        ))}
        <circle cx={marker.x} cy={marker.y} r={11} className={classes.marker} />
        <text x={0} y={-26} className={classes.figure}>
          {show.number(score)}
        </text>
        <text x={0} y={-4} className={classes.unit}>
          {t('detail.score.of', { max: show.number(scoreMax) })}
        </text>
      </svg>
      <ol className={classes.bands}>
        {bandsOfScore.map(({ id, from, to }) => (
          <li key={id} aria-current={id === band || undefined} className={classes.legend}>
            <span>{t(`detail.score.band.${id}`)}</span>
            <span className="svc-number">
              {from}–{to}
            </span>
          </li>
        ))}
      </ol>
      <p className={classes.means}>{t(`detail.score.means.${band}`)}</p>
    </div>
  )
}
