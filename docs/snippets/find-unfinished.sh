awk -F, '
  $3 ~ /outcome.*sending/ { calls[$2] = $0; next }
  $3 ~ /outcome/ { delete calls[$2] }
  END { for (id in calls) print calls[id] }
' calls.log | sort
