/** The viewer's waveforms, such as an ECG, and its overlays: segmentations and structures of radiotherapy. */
export const messages = {
  waveform: {
    label: 'Waveform',
    paper: 'Recording',
    sheet: 'Recording of {channels}',
    tools: 'Recording',
    recording: 'Recording',
    group: 'Recording {number}',
    page: 'Page {page} of {pages}',
    previous: 'Previous page',
    next: 'Next page',
    speed: 'Paper speed',
    speedValue: '{speed} mm/s',
    gain: 'Gain',
    gainValue: '{gain} mm/mV',
    ownScale: '10 mm = {value}',
    calipers: 'Calipers',
    hint: 'Drag on the recording, or press Enter there and move the points with the arrow keys.',
    point: 'Caliper point {number}',
    pointValue: '{milliseconds} ms',
    milliseconds: '{value} ms',
    perMinute: '{value} bpm',
    amplitude: '{channel}: {value}',
    print: 'Print at true size',
    inFile: 'In the file: {facts}',
    cannot: 'This recording cannot be shown here',
    unreadable:
      'Its format is not supported, or its header contradicts itself. Download the file to open it elsewhere.',
    truncated: 'The file ends before the recording does.',
    others:
      '{count, plural, one {# recording of this series cannot be shown.} other {# recordings of this series cannot be shown.}} Download the file to see everything.',
  },
} as const;
