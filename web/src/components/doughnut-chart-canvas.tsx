/** The part of DoughnutChart that needs the chart library, loaded after the figures. */
import { ArcElement, Chart, DoughnutController, Tooltip } from "chart.js";
import { Doughnut } from "react-chartjs-2";
import { type Slice, takeThePagesLook, tooltipLook, useChartColours } from "./chart-look";

Chart.register(ArcElement, DoughnutController, Tooltip);
takeThePagesLook();

interface DoughnutChartCanvasProps {
  slices: readonly Slice[];
  format: (value: number) => string;
}

export function DoughnutChartCanvas({ slices, format }: DoughnutChartCanvasProps) {
  const colour = useChartColours();
  const isEmpty = slices.every(({ value }) => value === 0);
  return (
    <Doughnut
      aria-hidden
      data={{
        labels: slices.map(({ label }) => label),
        datasets: [
          {
            // Without data it is a grey circle.
            data: isEmpty ? [1] : slices.map(({ value }) => value),
            backgroundColor: isEmpty ? [colour("line")] : slices.map((slice) => colour(slice.colour)),
            borderColor: colour("surface"),
            borderWidth: isEmpty ? 0 : 3,
            borderRadius: 4,
          },
        ],
      }}
      options={{
        cutout: "72%",
        plugins: {
          tooltip: {
            enabled: !isEmpty,
            ...tooltipLook(colour),
            callbacks: { label: ({ parsed }) => format(parsed) },
          },
        },
      }}
    />
  );
}
