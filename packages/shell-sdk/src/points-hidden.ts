import { GetPoints } from '@griot/contracts/points'
import { useQuery } from '@tanstack/react-query'
import { read } from './read.ts'

/** Whether the person asked to see no points anywhere. They keep earning them; what shows points shows nothing then. */
export const usePointsHidden = (): boolean =>
  useQuery({ ...read(GetPoints, { params: { id: 'me' } }), select: ({ hidePoints }) => hidePoints }).data ?? false
