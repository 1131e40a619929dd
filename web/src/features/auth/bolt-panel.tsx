/** The bolt that strikes beside the forms on a wide screen; decoration. */
export function BoltPanel() {
  return (
    <div
      aria-hidden="true"
      className="relative isolate hidden h-[calc(100dvh-8rem)] overflow-hidden rounded-[32px] bg-night text-white md:sticky md:top-24 md:flex md:flex-col md:justify-end md:p-10"
    >
      <svg
        viewBox="0 0 400 560"
        preserveAspectRatio="xMidYMid slice"
        className="absolute inset-0 -z-10 size-full"
      >
        <defs>
          <radialGradient id="panel-glow" cx="62%" cy="30%" r="75%">
            <stop offset="0" stopColor="#8d4bff" stopOpacity=".95" />
            <stop offset=".55" stopColor="#4b1fb0" stopOpacity=".7" />
            <stop offset="1" stopColor="#120d24" stopOpacity="0" />
          </radialGradient>
        </defs>
        <rect width="400" height="560" fill="url(#panel-glow)" />
        {[0, 1, 2, 3, 4].map((card) => (
          <rect
            key={card}
            x="112"
            y="70"
            width="210"
            height="290"
            rx="30"
            fill="#fff"
            fillOpacity={0.05 + card * 0.02}
            stroke="#fff"
            strokeOpacity={0.1 + card * 0.06}
            transform={`rotate(${-22 + card * 9} 217 470)`}
          />
        ))}
        <path d="M252 92 150 238h62l-20 106 112-154h-66z" className="fill-bolt" />
      </svg>
      <p className="display text-[clamp(2rem,3.4vw,3.25rem)]">A bolt to the next great thing.</p>
    </div>
  );
}
