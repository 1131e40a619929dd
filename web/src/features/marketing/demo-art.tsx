const range = (count: number) => Array.from({ length: count }, (_, index) => index);

export function PianoArt() {
  return (
    <>
      {range(7).map((key) => (
        <rect
          key={key}
          x={22 + key * 37}
          y="128"
          width="34"
          height="150"
          rx="8"
          fill={key === 2 || key === 4 ? '#ffb4a2' : '#fff'}
          className={key === 2 || key === 4 ? 'deck-play' : undefined}
        />
      ))}
      {[0, 1, 3, 4, 5].map((key) => (
        <rect key={key} x={47 + key * 37} y="128" width="21" height="92" rx="6" fill="#3b1330" />
      ))}
      {range(5).map((note) => (
        <g key={note} className="deck-play" opacity=".9">
          <circle cx={54 + note * 48} cy={96 - ((note * 29) % 54)} r="7" fill="#fff" />
          <path d={`M${60 + note * 48} ${96 - ((note * 29) % 54)} v-26`} stroke="#fff" strokeWidth="3.5" />
        </g>
      ))}
    </>
  );
}

export function TimerArt() {
  return (
    <>
      <circle cx="150" cy="172" r="92" fill="none" stroke="#fff" strokeOpacity=".22" strokeWidth="16" />
      <circle
        cx="150"
        cy="172"
        r="92"
        fill="none"
        stroke="#fff"
        strokeWidth="16"
        strokeLinecap="round"
        strokeDasharray="400 600"
        className="deck-turn"
      />
      <text
        x="150"
        y="190"
        textAnchor="middle"
        fontSize="54"
        fontWeight="700"
        fill="#fff"
        className="tabular"
      >
        17:42
      </text>
    </>
  );
}

export function MazeArt() {
  return (
    <>
      <path
        d="M30 70h240v220H30zM70 70v60h60V110M110 170H30M70 210h80v-80h60v-60M190 170h80M110 250v40M150 210v40h60v-40h20M230 130h40M70 250v-40"
        fill="none"
        stroke="#fff"
        strokeOpacity=".9"
        strokeWidth="9"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="92" cy="96" r="12" fill="#ffb066" className="deck-play" />
      <path
        d="M92 96v52h-20v44h-20v80"
        fill="none"
        stroke="#ffb066"
        strokeWidth="5"
        strokeDasharray="2 12"
        strokeLinecap="round"
      />
    </>
  );
}
