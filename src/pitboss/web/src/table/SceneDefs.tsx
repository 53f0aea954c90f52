interface SceneDefsProps {
  /** Centre and radius of the light on the cloth. */
  x: number;
  y: number;
  radius: number;
  soft: number;
}

/** Light on the cloth, wood, glass and grain: what every scene refers to. */
export function SceneDefs({ x, y, radius, soft }: SceneDefsProps) {
  return (
    <defs>
      <radialGradient id="cloth-light" gradientUnits="userSpaceOnUse" cx={x} cy={y} r={radius}>
        <stop offset="0" stop-color="var(--cloth-1)" />
        <stop offset=".55" stop-color="var(--cloth-2)" />
        <stop offset="1" stop-color="var(--cloth-3)" />
      </radialGradient>
      <linearGradient id="lip" x1="0" y1="0" x2="1" y2="0">
        <stop offset="0" stop-color="var(--rail-2)" />
        <stop offset=".5" stop-color="var(--rail-3)" />
        <stop offset="1" stop-color="var(--rail-2)" />
      </linearGradient>
      <linearGradient id="glass" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="#fff" stop-opacity=".22" />
        <stop offset="1" stop-color="#fff" stop-opacity=".06" />
      </linearGradient>
      <linearGradient id="shoe-body" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="#3b3735" />
        <stop offset="1" stop-color="#191716" />
      </linearGradient>
      <filter id="grain" x="0" y="0" width="100%" height="100%">
        <feTurbulence type="fractalNoise" baseFrequency=".9 .75" numOctaves="2" seed="7" />
        <feColorMatrix values="0 0 0 0 .5  0 0 0 0 .5  0 0 0 0 .5  0 0 0 .9 -.22" />
      </filter>
      <filter id="soft" x="-20%" y="-20%" width="140%" height="140%">
        <feGaussianBlur stdDeviation={soft} />
      </filter>
    </defs>
  );
}
