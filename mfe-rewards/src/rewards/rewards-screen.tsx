export function RewardsScreen() {
  return <h1>Rewards and Achievements</h1>
}
